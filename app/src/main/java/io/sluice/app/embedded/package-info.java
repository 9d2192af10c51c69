/** A one-node Kafka inside this process, so that a query runs on a machine with nothing but a JDK. */
@NullMarked
package io.sluice.app.embedded;

import org.jspecify.annotations.NullMarked;
