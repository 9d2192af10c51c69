package io.sluice.app.run;

import io.sluice.app.checkpoint.CheckpointLayout;
import io.sluice.app.embedded.BrokerAddress;
import io.sluice.app.embedded.BrokerStartException;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.kafka.KafkaCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * The way to a query's Kafka: the cluster it names, or the embedded broker of its checkpoint folder, which is joined where it
 * runs already and started otherwise.
 */
public final class KafkaAccess implements AutoCloseable {
    private static final String TIMEOUT_PROPERTY = CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private final Optional<EmbeddedBroker> broker;
    private final Map<String, String> connection;
    private final KafkaCluster cluster;

    private KafkaAccess(Optional<EmbeddedBroker> broker, Map<String, String> connection) {
        this.broker = broker;
        Duration timeout = timeout(connection);
        this.connection = withRequestTimeout(connection, timeout);
        this.cluster = new KafkaCluster(connection, timeout);
    }

    /** Kafka's clients refuse a shorter time for a question than for each request of it. */
    private static Map<String, String> withRequestTimeout(Map<String, String> connection, Duration timeout) {
        if (timeout.compareTo(TIMEOUT) >= 0 || connection.containsKey(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG)) {
            return connection;
        }
        Map<String, String> changed = new HashMap<>(connection);
        changed.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, Long.toString(timeout.toMillis()));
        return Map.copyOf(changed);
    }

    /** How long one question to Kafka may take: Kafka's own property, where it is set. */
    private static Duration timeout(Map<String, String> connection) {
        String wanted = connection.get(TIMEOUT_PROPERTY);
        if (wanted == null) {
            return TIMEOUT;
        }
        if (!wanted.matches("[1-9][0-9]{0,8}")) {
            throw new QueryStartException(
                    QueryStartException.Subject.SETTINGS,
                    "kafka." + TIMEOUT_PROPERTY + " = " + wanted + ": must be a number of milliseconds, 1 or more");
        }
        return Duration.ofMillis(Long.parseLong(wanted));
    }

    /**
     * As {@link #open}, when Kafka answers: one plain word instead of the first failure of whatever is asked.
     *
     * @throws io.sluice.app.kafka.KafkaUnavailableException when it does not
     */
    public static KafkaAccess openAnswering(QueryDefinition query) {
        KafkaAccess access = open(query);
        try {
            access.cluster().clusterId();
            return access;
        } catch (RuntimeException silent) {
            access.close();
            throw silent;
        }
    }

    /** @throws QueryStartException when the embedded broker cannot be started, or a property has no sense */
    public static KafkaAccess open(QueryDefinition query) {
        if (query.kafka() instanceof QueryDefinition.Kafka.Cluster cluster) {
            return new KafkaAccess(Optional.empty(), cluster.properties());
        }
        Path folder = new CheckpointLayout(query.checkpointLocation()).embeddedBroker();
        try {
            Optional<BrokerAddress> running = BrokerAddress.running(folder);
            if (running.isPresent()) {
                return new KafkaAccess(Optional.empty(), servers(running.get().bootstrapServers()));
            }
            EmbeddedBroker started = EmbeddedBroker.start(folder, EmbeddedBroker.Options.defaults());
            return closingOnFailure(started);
        } catch (BrokerStartException | IOException refused) {
            throw new QueryStartException(
                    QueryStartException.Subject.KAFKA, "kafka = embedded: " + refused.getMessage(), refused);
        }
    }

    private static KafkaAccess closingOnFailure(EmbeddedBroker started) {
        try {
            return new KafkaAccess(Optional.of(started), servers(started.bootstrapServers()));
        } catch (RuntimeException refused) {
            started.close();
            throw refused;
        }
    }

    private static Map<String, String> servers(String bootstrapServers) {
        return Map.of("bootstrap.servers", bootstrapServers);
    }

    /** Kafka's own properties for a client. */
    public Map<String, String> connection() {
        return connection;
    }

    public KafkaCluster cluster() {
        return cluster;
    }

    @Override
    public void close() {
        cluster.close();
        broker.ifPresent(EmbeddedBroker::close);
    }
}
