package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.TopicReader;
import io.sluice.topology.OpenWindows;
import io.sluice.topology.TopicNames;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/** The committed state of a query's open windows, read from the ledger's changelog: it needs no running instance. */
public final class OpenWindowsQuestion {
    private OpenWindowsQuestion() {}

    /**
     * One entry per ledger, by partition; empty when the query has not run yet.
     *
     * @throws QueryStartException when it has not, and its source is not there either
     */
    public static SortedMap<Integer, OpenWindows> ask(QueryDefinition query, KafkaAccess kafka) {
        TreeMap<Integer, OpenWindows> ledgers = new TreeMap<>();
        Optional<TopicDescription> changelog = kafka.cluster().topic(new TopicNames(query.name()).ledgerChangelog());
        if (changelog.isEmpty()) {
            requireSource(query, kafka);
        } else {
            List<TopicPartition> partitions = KafkaCluster.partitions(changelog.get());
            partitions.forEach(partition -> ledgers.put(partition.partition(), new OpenWindows(query.plan())));
            TopicReader.read(kafka.cluster(), kafka.connection(), partitions, change -> {
                OpenWindows ledger = ledgers.get(change.partition());
                if (ledger != null) {
                    ledger.apply(change.key(), change.value());
                }
            });
        }
        return ledgers;
    }

    /** A misspelt topic would look like a query that has not run yet. */
    private static void requireSource(QueryDefinition query, KafkaAccess kafka) {
        if (query.kafka() instanceof QueryDefinition.Kafka.Cluster) {
            var unused = SourceTopic.require(query, kafka.cluster(), kafka.connection());
        }
    }
}
