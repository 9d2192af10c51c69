/** What the process asks of Kafka beside the streams themselves: topics, offsets, identity, bounded reading. */
@NullMarked
package io.sluice.app.kafka;

import org.jspecify.annotations.NullMarked;
