/** The records of one poll, handed through Kafka Streams as one: most of what a record costs there is paid once per poll. */
@NullMarked
package io.sluice.topology.poll;

import org.jspecify.annotations.NullMarked;
