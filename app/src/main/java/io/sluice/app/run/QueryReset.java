package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
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
import java.util.stream.Stream;

/**
 * Forgets a query: its state, its positions and its identity. The source, the dead letters and the late records stay. Holds the checkpoint's lock
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
    private final QueryAccess access;
    private final List<String> topics;
    private final List<Path> folders;
    private final boolean tableExists;
    private final Optional<TableDeletion> deletion;
    private final Optional<String> refusal;

    private QueryReset(QueryDefinition query, Table table, QueryAccess access) {
        this.query = query;
        this.table = table;
        this.access = access;
        TopicNames names = new TopicNames(query.name());
        // the identity first: without it nothing of the rest is taken for a query's state
        List<String> owned = List.of(
                names.identity(),
                names.closedWindows(),
                names.watermarks(),
                names.ledgerChangelog(),
                names.sourceClockChangelog(),
                names.shuffle());
        this.topics = owned.stream()
                .filter(access.cluster().topics(owned)::containsKey)
                .toList();
        this.folders = access.checkpoint().layout().ofQuery().stream()
                .filter(QueryReset::isSomething)
                .toList();
        DeltaTable present = DeltaTable.at(query.sink().path(), DeltaOptions.defaults());
        this.tableExists = present.exists();
        this.deletion = table == Table.DELETE && tableExists ? present.deletion() : Optional.empty();
        this.refusal = refuse();
    }

    /** Looks at what there is; deletes nothing. */
    public static QueryReset open(QueryDefinition query, Table table) {
        return QueryAccess.openFor(query, access -> {
            access.cluster().clusterId();
            return new QueryReset(query, table, access);
        });
    }

    private Optional<String> refuse() {
        Optional<String> other = access.checkpoint()
                .identity()
                .map(identity -> identity.fingerprint().getOrDefault(Fingerprint.NAME, query.name()))
                .filter(name -> !name.equals(query.name()));
        if (other.isPresent()) {
            return Optional.of("checkpointLocation = " + access.checkpoint().folder() + ": belongs to the query "
                    + other.get() + ", not to " + query.name() + "; correct the name or the checkpointLocation");
        }
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
        return Optional.empty();
    }

    /** What {@link #run} deletes, one thing a line. */
    public List<String> findings() {
        List<String> findings = new ArrayList<>();
        topics.forEach(topic -> findings.add("topic " + topic));
        query.groups().stream()
                .filter(access.cluster()::hasGroup)
                .forEach(group -> findings.add("consumer group " + group));
        folders.forEach(folder -> findings.add(folder.toString()));
        deletion.ifPresent(found -> findings.add("table " + query.sink().path() + ": its log and "
                + (found.dataFiles() == 1 ? "1 file" : found.dataFiles() + " files") + " of data"));
        return findings;
    }

    /** What stays although it is near, and what that means for the next run, one thing a line. */
    public List<String> kept() {
        List<String> kept = new ArrayList<>();
        TopicNames names = new TopicNames(query.name());
        offsets(names.deadLetters()).ifPresent(found -> kept.add(found + "; the next run adds its own dead letters"));
        offsets(names.lateRecords())
                .ifPresent(found -> kept.add(found + "; the next run adds its own late records, where it keeps them"));
        List<String> foreign = deletion.map(TableDeletion::kept).orElse(List.of());
        if (!foreign.isEmpty()) {
            kept.add(String.join(", ", foreign) + " in " + query.sink().path()
                    + ", not of the table; move that away before the next run, or choose another path");
        }
        return kept;
    }

    /** The topic and how much is in it; empty when that is nothing. */
    private Optional<String> offsets(String topic) {
        return access.cluster()
                .topic(topic)
                .map(found -> access.cluster().recordsIn(KafkaCluster.partitions(found)))
                .filter(count -> count > 0)
                .map(count -> "topic " + topic + " with " + count + " offsets");
    }

    /** Why {@link #run} would be wrong; empty when it would not. */
    public Optional<String> refusal() {
        return refusal;
    }

    /**
     * Deletes all that was found.
     *
     * @throws QueryStartException when an instance of the query runs
     */
    public void run() throws IOException {
        // before anything is gone: half a reset would leave state without positions
        access.requireNoMembers();
        access.cluster().deleteTopics(topics);
        query.groups().forEach(access.cluster()::deleteGroup);
        for (Path folder : folders) {
            delete(folder);
        }
        if (deletion.isPresent()) {
            deletion.get().run();
        }
    }

    /** The checkpoint makes some of its folders before anything is in them. */
    private static boolean isSomething(Path path) {
        String[] names = path.toFile().list();
        return names == null ? Files.exists(path) : names.length > 0;
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
        access.close();
    }
}
