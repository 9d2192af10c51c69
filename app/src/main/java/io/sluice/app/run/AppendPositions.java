package io.sluice.app.run;

import io.sluice.app.checkpoint.LocalOffsets;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.SourceOffsets;
import io.sluice.app.sink.MissingRowsException;
import io.sluice.app.sink.TransactionIds;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a query without a window begins to read: said once, by one version of the table without rows, so that all instances and all
 * later starts begin there. From then on the table's positions count and nothing else.
 */
final class AppendPositions {
    private final QueryDefinition query;
    private final KafkaCluster cluster;
    private final List<TopicPartition> source;
    private final LocalOffsets localOffsets;

    AppendPositions(
            QueryDefinition query, KafkaCluster cluster, List<TopicPartition> source, LocalOffsets localOffsets) {
        this.query = query;
        this.cluster = cluster;
        this.source = source;
        this.localOffsets = localOffsets;
    }

    /**
     * Makes sure that there was no table where there is none now.
     *
     * @throws MissingRowsException when rows were committed to one, by the local checkpoint or by what instances have told Kafka
     */
    void requireNothingCommitted() {
        requireNothingCommitted(cluster.committedOffsets(query.sinkGroup()));
    }

    private void requireNothingCommitted(Map<TopicPartition, Long> told) {
        if (!told.isEmpty() || !localOffsets.positions().isEmpty()) {
            throw MissingRowsException.noTable(
                    query.sink().path(),
                    told.isEmpty() ? localOffsets.positions().toString() : told.toString());
        }
    }

    /**
     * Says where reading begins, unless the table says so already; and tells Kafka where the table stands, for tools and for runs that
     * end by themselves.
     *
     * @param table checked
     * @return what the user should hear
     * @throws SourceOffsets.DataLossException when records to be read are gone
     */
    List<String> begin(DeltaTable table, TransactionIds ids) {
        List<String> notices = new ArrayList<>();
        // before the table: another instance that starts now tells Kafka after the table
        Map<TopicPartition, Long> told = cluster.committedOffsets(query.sinkGroup());
        if (table.position(ids.begun()).isEmpty()) {
            requireNothingCommitted(told);
            SourceOffsets.Moves first = SourceOffsets.firstStart(
                    cluster, source, query.source().start(), query.source().failOnDataLoss());
            List<Span> spans = new ArrayList<>(List.of(new Span(ids.begun(), 0, 1)));
            first.positions().forEach((partition, position) -> {
                if (position > 0) {
                    spans.add(new Span(ids.of(partition.partition()), 0, position));
                }
            });
            // another instance may have said so meanwhile: then it counts
            CommitOutcome unused = table.commitAlsoWithoutRows(spans, List.of());
            notices.addAll(first.lost());
        }
        tell(table, ids);
        return notices;
    }

    /** When the group has members, they tell it themselves. */
    private void tell(DeltaTable table, TransactionIds ids) {
        Set<String> wanted = new HashSet<>();
        source.forEach(partition -> wanted.add(ids.of(partition.partition())));
        Map<String, Long> inTable = table.positions(wanted);
        Map<TopicPartition, Long> positions = new HashMap<>();
        source.forEach(partition -> positions.put(partition, inTable.getOrDefault(ids.of(partition.partition()), 0L)));
        boolean unused = cluster.setOffsets(query.sinkGroup(), positions);
    }
}
