package io.sluice.app.sink;

import java.util.Map;

/**
 * @param topic the closed-windows topic
 * @param group consumer group of the sink stage
 * @param instanceId stable name of this instance
 * @param connection Kafka's own properties for consumers
 * @param maxBufferedBytes above this many bytes of buffered rows a commit is made at once, whatever the trigger, and reading
 *     pauses while one is under way
 */
record SinkSettings(
        String topic,
        String group,
        String instanceId,
        Map<String, ?> connection,
        TransactionIds transactionIds,
        long maxBufferedBytes) {}
