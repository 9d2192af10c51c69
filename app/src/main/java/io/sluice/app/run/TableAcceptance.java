package io.sluice.app.run;

import io.sluice.app.checkpoint.QueryIdentity;
import io.sluice.app.kafka.IdentityTopic;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.sink.TransactionIds;
import io.sluice.delta.DeltaTable;
import io.sluice.topology.TopicNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * Lets a query go on with a table that has lost rows of it, by a RESTORE, a replacement or a backup, or was deleted, where nobody wants
 * them back.
 * State and identity stay. A position of the table that lies before the beginning of the closed-windows topic moves there; rows
 * that are still in the topic are written. Holds the checkpoint's lock while it is open.
 */
public final class TableAcceptance implements AutoCloseable {
    private final QueryAccess access;
    private final QueryDefinition query;
    private final DeltaTable table;
    private final boolean exists;
    private final String idPrefix;
    private final Map<String, Long> moves;
    private final List<String> findings = new ArrayList<>();

    private TableAcceptance(QueryDefinition query, QueryAccess access) {
        this.query = query;
        this.access = access;
        this.table = DeltaTable.at(query.sink().path(), query.sink().options());
        TopicNames names = new TopicNames(query.name());
        QueryIdentity identity = new IdentityTopic(access.cluster(), access.connection(), names.identity())
                .read()
                .orElseThrow(() -> refused("topic " + names.identity() + ": there is none, so the query has never run;"
                        + " there is nothing to accept"));
        String input =
                query.hasWindow() ? names.closedWindows() : query.source().topic();
        TopicDescription topic = access.cluster()
                .topic(input)
                .orElseThrow(() -> refused("topic " + input
                        + ": was deleted, and rows with it; run 'sluice reset' to compute everything again"));
        this.exists = table.exists();
        TransactionIds ids = new TransactionIds(identity.id(), topic.topicId().toString());
        this.idPrefix = ids.prefix();
        this.moves = moves(topic, ids);
        findings.add(
                exists
                        ? "take version " + table.version().orElse(0) + " of table "
                                + query.sink().path() + " as it is"
                        : "make table " + query.sink().path() + ", which is not there: empty, all its rows are gone");
        moves.entrySet().stream()
                .filter(move -> !move.getKey().equals(ids.begun()))
                .forEach(move -> findings.add("go on at offset " + move.getValue() + " for transaction id "
                        + move.getKey() + "; rows before it are gone"));
        findings.add("forget the local positions in " + access.checkpoint().folder());
    }

    /** Looks at what there is; changes nothing. */
    public static TableAcceptance open(QueryDefinition query) {
        return QueryAccess.openFor(query, access -> {
            access.cluster().clusterId();
            return new TableAcceptance(query, access);
        });
    }

    /** Where the table stands before what can still be read. */
    private Map<String, Long> moves(TopicDescription topic, TransactionIds ids) {
        Map<String, Long> earliest = new HashMap<>();
        access.cluster()
                .earliestOffsets(KafkaCluster.partitions(topic))
                .forEach((partition, offset) -> earliest.put(ids.of(partition.partition()), offset));
        if (!query.hasWindow()) {
            // nothing is deleted from the source when it is in the table, but Kafka was told how far the table was
            access.cluster()
                    .committedOffsets(query.sinkGroup())
                    .forEach((partition, offset) -> earliest.merge(ids.of(partition.partition()), offset, Math::max));
            earliest.put(ids.begun(), 1L);
        }
        Map<String, Long> inTable = exists ? table.recordedPositions(Set.copyOf(earliest.keySet())) : Map.of();
        Map<String, Long> behind = new TreeMap<>();
        earliest.forEach((id, offset) -> {
            if (offset > inTable.getOrDefault(id, 0L)) {
                behind.put(id, offset);
            }
        });
        return behind;
    }

    private static QueryStartException refused(String why) {
        return new QueryStartException(QueryStartException.Subject.CHECKPOINT, why);
    }

    /** What {@link #run} does, one thing a line. */
    public List<String> findings() {
        return List.copyOf(findings);
    }

    /** @throws QueryStartException when an instance of the query runs */
    public void run() {
        access.requireNoMembers();
        if (!exists) {
            table.ensure(query.plan().schema(), query.sink().partitionBy());
        }
        // the table first: without the local positions alone, nothing would be accepted yet
        long unused = table.acceptAsIs(idPrefix, moves);
        access.checkpoint().offsets().forget();
    }

    @Override
    public void close() {
        access.close();
    }
}
