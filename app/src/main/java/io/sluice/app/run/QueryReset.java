package io.sluice.app.run;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.TableDeletion;
import io.sluice.topology.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Forgets a query: its state, its positions and its identity. The source and the dead letters stay. Holds the checkpoint's lock
 * while it is open, so that no instance starts on it meanwhile.
 */
public final class QueryReset implements AutoCloseable {

    /** What is to become of the table, whose rows the next run computes again. */
    public enum Table {
        UNDECIDED,
        KEEP,
        DELETE
    }

    private final QueryDefinition query;
    private final Table table;
    private final Checkpoint checkpoint;
    private final KafkaAccess kafka;
    private final List<String> topics;
    private final List<Path> folders;
    private final boolean tableExists;
    private final Optional<TableDeletion> deletion;
    private final Optional<String> refusal;

    private QueryReset(QueryDefinition query, Table table, Checkpoint checkpoint, KafkaAccess kafka) {
        this.query = query;
        this.table = table;
        this.checkpoint = checkpoint;
        this.kafka = kafka;
        TopicNames names = new TopicNames(query.name());
        // the identity first: without it nothing of the rest is taken for a query's state
        this.topics = Stream.of(
                        names.identity(),
                        names.closedWindows(),
                        names.watermarks(),
                        names.ledgerChangelog(),
                        names.sourceClockChangelog(),
                        names.shuffle())
                .filter(topic -> kafka.cluster().topic(topic).isPresent())
                .toList();
        this.folders =
                checkpoint.layout().ofQuery().stream().filter(Files::exists).toList();
        DeltaTable present = DeltaTable.at(query.sink().path(), DeltaOptions.defaults());
        this.tableExists = present.exists();
        this.deletion = table == Table.DELETE && tableExists ? present.deletion() : Optional.empty();
        this.refusal = refuse();
    }

    /** Looks at what there is; deletes nothing. */
    public static QueryReset open(QueryDefinition query, Table table) {
        Checkpoint checkpoint = Checkpoint.open(query.checkpointLocation());
        try {
            KafkaAccess kafka = KafkaAccess.open(query);
            try {
                kafka.cluster().clusterId();
                return new QueryReset(query, table, checkpoint, kafka);
            } catch (RuntimeException refused) {
                kafka.close();
                throw refused;
            }
        } catch (RuntimeException refused) {
            checkpoint.close();
            throw refused;
        }
    }

    private Optional<String> refuse() {
        if (!tableExists) {
            return Optional.empty();
        }
        if (table == Table.UNDECIDED) {
            return Optional.of("the table " + query.sink().path()
                    + " exists, and the next run would write its rows again: add --delete-table, or --keep-table when it is"
                    + " meant to append to it");
        }
        if (table == Table.DELETE && deletion.isEmpty()) {
            return Optional.of("the table " + query.sink().path()
                    + " is not on a local path: delete it with its own tools, then reset again");
        }
        if (table == Table.DELETE) {
            List<Path> others =
                    DeltaTable.at(query.sink().path(), DeltaOptions.defaults()).foreignEntries();
            if (!others.isEmpty()) {
                return Optional.of("the folder of table " + query.sink().path() + " holds more than the table: "
                        + others.stream().limit(5).map(Path::toString).collect(Collectors.joining(", "))
                        + (others.size() > 5 ? " and more" : "") + "; move that away, then reset again");
            }
        }
        return Optional.empty();
    }

    /** What {@link #run} deletes, one thing a line. */
    public List<String> findings() {
        List<String> findings = new ArrayList<>();
        topics.forEach(topic -> findings.add("topic " + topic));
        findings.add("consumer groups " + query.name() + " and " + sinkGroup());
        folders.forEach(folder -> findings.add(folder.toString()));
        deletion.ifPresent(found ->
                findings.add("table " + query.sink().path() + ": its log and " + found.dataFiles() + " data files"));
        return findings;
    }

    /** What stays where something is deleted, and what that means for the next run, one thing a line. */
    public List<String> kept() {
        List<String> kept = deletion.map(TableDeletion::kept).orElse(List.of());
        return kept.isEmpty()
                ? List.of()
                : List.of(String.join(", ", kept) + " in " + query.sink().path()
                        + ", not of the table; move that away before the next run, or choose another path");
    }

    /** Why {@link #run} would be wrong; empty when it would not. */
    public Optional<String> refusal() {
        return refusal;
    }

    private String sinkGroup() {
        return query.name() + "-sink";
    }

    /**
     * Deletes all that was found.
     *
     * @throws QueryStartException when an instance of the query runs
     */
    public void run() throws IOException {
        List<String> groups = List.of(query.name(), sinkGroup());
        // before anything is gone: half a reset would leave state without positions
        for (String group : groups) {
            if (kafka.cluster().hasMembers(group)) {
                throw new QueryStartException(
                        QueryStartException.Subject.CHECKPOINT,
                        "consumer group " + group
                                + ": has members; stop all instances of the query, and after a crash wait"
                                + " until the session timeout has passed");
            }
        }
        kafka.cluster().deleteTopics(topics);
        groups.forEach(kafka.cluster()::deleteGroup);
        for (Path folder : folders) {
            delete(folder);
        }
        if (deletion.isPresent()) {
            deletion.get().run();
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Override
    public void close() {
        kafka.close();
        checkpoint.close();
    }
}
