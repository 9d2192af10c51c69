package io.sluice.delta;

import io.delta.standalone.Snapshot;
import io.delta.standalone.actions.AddFile;
import io.delta.standalone.data.CloseableIterator;
import io.delta.standalone.types.StructField;
import io.sluice.delta.TableMismatchException.Difference;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Committer;
import io.sluice.delta.commit.DataFile;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.Span;
import io.sluice.delta.commit.Staging;
import io.sluice.delta.file.DataFileReader;
import io.sluice.delta.file.DataFileWriter;
import io.sluice.delta.file.TableFolder;
import io.sluice.delta.log.AtomicFileLogStore;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A Delta table at a path. One per process and table, used by one thread at a time; any number of processes may write to the same
 * table. Every method that touches storage throws {@link DeltaUnavailableException} when storage fails.
 */
public final class DeltaTable {
    private final TableLocation location;
    private final DeltaOptions options;
    private final TableFolder folder;
    private final StandaloneLog log;
    private final Committer committer;

    private DeltaTable(TableLocation location, DeltaOptions options, UnaryOperator<TableFolder> folders) {
        this.location = location;
        this.options = options;
        this.folder = folders.apply(location.folder());
        this.log = new StandaloneLog(location, options.clock());
        this.committer = new Committer(location.name(), log, options.retries(), options.clock(), options.pause());
    }

    /**
     * Touches no storage yet.
     *
     * @param path of the local file system, or a URI with scheme file, hdfs, abfs or abfss
     * @throws TablePathException when the scheme is one on which writers could overwrite each other's commits, or has no driver
     */
    public static DeltaTable at(String path, DeltaOptions options) {
        return at(path, options, UnaryOperator.identity());
    }

    /** With a layer between us and the folder of data files, which tests fill with faults. */
    static DeltaTable at(String path, DeltaOptions options, UnaryOperator<TableFolder> folders) {
        return new DeltaTable(TableLocation.of(path, options), options, folders);
    }

    /**
     * Creates the table when there is none, else checks that it can take rows of the schema, and that the path can be written.
     * When two writers create it at once, the loser takes the winner's and checks it. Comes before {@link #commit}.
     *
     * @throws TableMismatchException listing every difference
     */
    public void ensure(Schema schema, List<String> partitionBy) {
        TableDefinition definition = new TableDefinition(schema, partitionBy);
        log.refuse(definition.selfCheck());
        calling("could not be opened or created", () -> {
            Snapshot found = latest();
            if (found.getVersion() < 0) {
                found = unlessForeign();
            }
            if (found.getVersion() >= 0) {
                log.accept(definition, found);
            }
            probe();
            if (found.getVersion() < 0) {
                log.create(definition, TableProperties.withDefaults(options.tableProperties()));
                log.accept(definition, log.latest());
            }
            return found;
        });
    }

    /**
     * There is no table, and a folder with other things in it is most likely not the one that was meant, such as that of all tables:
     * they would become part of this one, and be lost with it.
     */
    private Snapshot unlessForeign() throws IOException {
        List<String> foreign = FolderContent.foreign(location);
        // looked up afterwards: another writer may have made the table, and its first files, meanwhile
        Snapshot now = log.latest();
        if (now.getVersion() < 0 && !foreign.isEmpty()) {
            log.refuse(
                    List.of(
                            new Difference(
                                    "folder",
                                    "a Delta table, an empty folder or none",
                                    FolderContent.shown(foreign) + " and no _delta_log",
                                    "choose another path, such as a new folder in this one; or, when this was a table, bring its _delta_log back")));
        }
        return now;
    }

    private Snapshot latest() throws IOException {
        if (location.local().isPresent()) {
            refuseFileInTheWay(location.local().get());
        }
        return log.latest();
    }

    /** The library would take a file among the parents for a hiccup, and repeat itself for seconds before it says little. */
    private static void refuseFileInTheWay(Path folder) throws NotDirectoryException {
        Path existing = folder;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing != null && !Files.isDirectory(existing)) {
            throw new NotDirectoryException(existing + " is a file, not a folder");
        }
    }

    private void probe() throws IOException {
        if (location.local().isPresent()) {
            Path logFolder = location.local().get().resolve(location.logPath().getName());
            Files.createDirectories(logFolder);
            AtomicFileLogStore.probe(logFolder);
        }
    }

    /** Its folder, absolute, when it is on a local path. */
    public Optional<Path> localFolder() {
        return location.local();
    }

    public boolean exists() {
        return version().isPresent();
    }

    /** The latest version; empty when there is no table. */
    public OptionalLong version() {
        long version = calling("could not be read", this::latest).getVersion();
        return version < 0 ? OptionalLong.empty() : OptionalLong.of(version);
    }

    /**
     * The position of each of the ids in the latest version; ids without one are absent. {@link #ensure} comes first.
     *
     * @throws DeltaUnavailableException when storage went on failing, as often as a commit is tried
     */
    public Map<String, Long> positions(Set<String> transactionIds) {
        return committer.positions(transactionIds);
    }

    /**
     * From now on {@link #positions} and {@link #commit} make sure that no version which moved an id with that beginning was taken
     * out of the table, as a RESTORE does, and throw {@link LostCommitException} when one was. {@link #acceptAsIs} ends that.
     */
    public void follow(String idPrefix) {
        log.follow(idPrefix);
    }

    /** The id that the table got when it was made, and keeps until it is replaced. {@link #ensure} comes first. */
    public String id() {
        return log.tableId();
    }

    /** Every transaction id that has a position in the latest version, of whatever writer; needs no {@link #ensure}. */
    public Set<String> recordedIds() {
        return calling("could not be read", log::recordedIds);
    }

    /** The position of each of the ids in the latest version, whatever the table looks like otherwise; needs no {@link #ensure}. */
    public Map<String, Long> recordedPositions(Set<String> transactionIds) {
        return calling("could not be read", () -> log.recordedPositions(transactionIds));
    }

    /**
     * Makes a version without rows that says: whatever versions with an id of that beginning were taken out of the table before,
     * it is meant to be so. In the same version, moves ids to positions.
     *
     * @param positions transaction id to the position that it shall have
     * @return the version made
     */
    public long acceptAsIs(String idPrefix, Map<String, Long> positions) {
        return calling("could not be written", () -> log.acceptAsIs(idPrefix, positions));
    }

    /** The position of one id in the latest version. {@link #ensure} comes first. */
    public OptionalLong position(String transactionId) {
        Long position = positions(Set.of(transactionId)).get(transactionId);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    /**
     * Appends the rows and moves every span's id to its end, in one version of the table: all of it or nothing, and once however
     * often it is called again with the same spans and rows. {@link #ensure} comes first.
     *
     * @param spans at least one, of different transaction ids; together they hold exactly the rows
     * @param rows of the schema given to {@link #ensure}. Neither they nor their values may change during the call; they may be
     *     iterated more than once
     * @throws DeltaUnavailableException when storage went on failing; call again later, with these spans or longer ones
     * @throws TableMismatchException when the table was changed or replaced since {@link #ensure}
     * @throws LostCommitException when rows committed before are no longer in the table; see {@link #follow}
     * @throws IllegalArgumentException when a row cannot be stored in the table, naming column and value; no row was appended
     */
    public CommitOutcome commit(List<Span> spans, Collection<Row> rows) {
        if (!log.isAccepted()) {
            throw new IllegalStateException("ensure comes before commit");
        }
        return committer.commit(spans, new RowStaging(rows));
    }

    /**
     * The same, but without rows too the spans' ids are moved on, in a version without rows: what they span needs not be read
     * again.
     */
    public CommitOutcome commitAlsoWithoutRows(List<Span> spans, Collection<Row> rows) {
        if (!log.isAccepted()) {
            throw new IllegalStateException("ensure comes before commit");
        }
        return committer.commitAlsoWithoutRows(spans, new RowStaging(rows));
    }

    /** Stages by the layout of the table as it is then, which may have got further columns since the last commit. */
    private final class RowStaging implements Staging {
        private final Collection<Row> rows;

        RowStaging(Collection<Row> rows) {
            this.rows = rows;
        }

        private DataFileWriter writer() {
            return new DataFileWriter(folder, log.layout(), options.compression(), rows);
        }

        @Override
        public List<DataFile> write() throws IOException {
            return writer().write();
        }

        @Override
        public void delete(List<DataFile> files) {
            writer().delete(files);
        }

        @Override
        public boolean areThere(List<DataFile> files) throws IOException {
            return writer().areThere(files);
        }

        @Override
        public void repair(List<DataFile> files) throws IOException {
            writer().repair(files);
        }
    }

    /** The columns of the table, in its order. */
    public Schema schema() {
        return schema(calling("could not be read", this::existing));
    }

    /** The columns whose values tell data files apart. */
    public List<String> partitionColumns() {
        return calling("could not be read", this::existing).getMetadata().getPartitionColumns();
    }

    /**
     * Hands every row of the latest version to {@code rows}, in the table's {@link #schema} and in no particular order. The row is
     * reused: whoever keeps it, copies it.
     */
    public void read(Consumer<Row> rows) {
        calling("could not be read", () -> {
            Snapshot snapshot = existing();
            DataFileReader reader = new DataFileReader(folder, schema(snapshot));
            try (CloseableIterator<AddFile> files = snapshot.scan().getFiles()) {
                while (files.hasNext()) {
                    AddFile file = files.next();
                    reader.read(file.getPath(), file.getPartitionValues(), rows);
                }
            }
            return snapshot;
        });
    }

    /** The newest versions whose log files are still there, oldest first. */
    public List<TableVersion> history(int atMost) {
        return calling("could not be read", () -> {
            long first = Math.max(0, existing().getVersion() - atMost + 1);
            return TableHistory.of(log.changes(first, false));
        });
    }

    /** What deleting the table means, which must exist; empty when it is not on a local path. */
    public Optional<TableDeletion> deletion() {
        return location.local()
                .map(root -> calling(
                        "could not be read",
                        () -> new TableDeletion(
                                root, location.logPath().getName(), existing(), log.changes(0, false))));
    }

    private Snapshot existing() throws IOException {
        Snapshot snapshot = log.latest();
        if (snapshot.getVersion() < 0) {
            throw new NoSuchFileException(location.logPath().toString(), null, "there is no Delta table");
        }
        return snapshot;
    }

    private Schema schema(Snapshot snapshot) {
        List<Column> columns = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        for (StructField field : snapshot.getMetadata().getSchema().getFields()) {
            SchemaMapping.fromDelta(field)
                    .ifPresentOrElse(
                            columns::add,
                            () -> differences.add(new Difference(
                                    "column '" + field.getName() + "'",
                                    "a type of ours",
                                    SchemaMapping.name(field),
                                    "read the table with another engine")));
        }
        log.refuse(differences);
        return new Schema(columns);
    }

    @FunctionalInterface
    private interface StorageCall<T> {
        T run() throws IOException;
    }

    private <T> T calling(String task, StorageCall<T> call) {
        Instant start = options.clock().instant();
        try {
            return call.run();
        } catch (IOException e) {
            Duration spent = Duration.between(start, options.clock().instant());
            throw new DeltaUnavailableException(location.name(), task, 1, spent, e);
        }
    }
}
