/** The numbers of a running query for Prometheus, by Micrometer: ours, Kafka Streams' and RocksDB's, the JVM's. */
@NullMarked
package io.sluice.app.metrics;

import org.jspecify.annotations.NullMarked;
