package io.sluice.app.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Kafka's own properties for the one node. */
final class BrokerSettings {
    static final int NODE_ID = 1;
    static final String LISTENER = "PLAINTEXT";
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private static final Map<String, String> NODE = Map.of(
            "process.roles",
            "broker,controller",
            "node.id",
            Integer.toString(NODE_ID),
            // the port is told to Kafka once the controller has bound it
            "controller.quorum.voters",
            NODE_ID + "@0.0.0.0:0",
            "controller.listener.names",
            CONTROLLER_LISTENER,
            "listener.security.protocol.map",
            LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");

    /** There is one node, so nothing can be replicated. */
    private static final Map<String, String> INTERNAL_TOPICS = Map.of(
            "default.replication.factor", "1",
            "offsets.topic.replication.factor", "1",
            "offsets.topic.num.partitions", "4",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "transaction.state.log.num.partitions", "4",
            "share.coordinator.state.topic.replication.factor", "1",
            "share.coordinator.state.topic.min.isr", "1",
            "share.coordinator.state.topic.num.partitions", "1");

    /** Nothing is lost by the passing of time: neither records nor the offsets of a query that was stopped for a month. */
    private static final Map<String, String> SAFETY = Map.of(
            "log.retention.ms", "-1",
            "log.retention.bytes", "-1",
            "offsets.retention.minutes", Integer.toString(Integer.MAX_VALUE),
            "auto.create.topics.enable", "false");

    /**
     * The broker must never be fenced, neither for a pause of the process nor while it shuts down: when Kafka wants to write the
     * markers of a committed transaction and the partition has no leader at that moment, it takes the topic for deleted and calls
     * the transaction complete. The records then stay invisible to read-committed consumers for ever. See also
     * {@link Node#startup}.
     */
    private static final Map<String, String> NEVER_FENCED = Map.of(
            "broker.session.timeout.ms",
            Long.toString(Duration.ofDays(7).toMillis()),
            "controlled.shutdown.enable",
            "false");

    /** A node for one process's work: quick to start, few threads, little memory, and no disk writes when idle. */
    private static final Map<String, String> SMALLNESS = Map.of(
            "group.initial.rebalance.delay.ms", "0",
            "metadata.max.idle.interval.ms", "0",
            "log.cleaner.dedupe.buffer.size", Integer.toString(16 << 20),
            "log.index.size.max.bytes", Integer.toString(1 << 20),
            "num.network.threads", "2",
            "num.io.threads", "4",
            "background.threads", "2",
            "group.coordinator.threads", "1",
            "share.coordinator.threads", "1");

    private BrokerSettings() {}

    /**
     * @param port of the listener, 0 for any free one
     * @param overrides broker properties that replace ours
     */
    static Map<String, String> of(Path logFolder, int port, Map<String, String> overrides) {
        Map<String, String> settings = new HashMap<>();
        settings.putAll(INTERNAL_TOPICS);
        settings.putAll(SAFETY);
        settings.putAll(NEVER_FENCED);
        settings.putAll(SMALLNESS);
        settings.putAll(overrides);
        settings.putAll(NODE);
        settings.put(
                "listeners",
                LISTENER + "://" + EmbeddedBroker.HOST + ":" + port + "," + CONTROLLER_LISTENER + "://"
                        + EmbeddedBroker.HOST + ":0");
        settings.put("log.dirs", logFolder.toString());
        return settings;
    }
}
