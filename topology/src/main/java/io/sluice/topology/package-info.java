/**
 * From a plan to a Kafka Streams topology. Here stand the thin adapters to Kafka Streams: processors, state store, wiring. What
 * they decide is decided in the packages below, which know nothing of Kafka.
 */
@NullMarked
package io.sluice.topology;

import org.jspecify.annotations.NullMarked;
