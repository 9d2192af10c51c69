package io.sluice.delta;

import io.delta.standalone.DeltaLog;
import io.delta.standalone.Operation;
import io.delta.standalone.OptimisticTransaction;
import io.delta.standalone.Snapshot;
import io.delta.standalone.VersionLog;
import io.delta.standalone.actions.Action;
import io.delta.standalone.actions.AddFile;
import io.delta.standalone.actions.Metadata;
import io.delta.standalone.actions.Protocol;
import io.delta.standalone.actions.SetTransaction;
import io.delta.standalone.internal.SnapshotImpl;
import io.delta.standalone.internal.exception.DeltaErrors;
import io.sluice.delta.TableMismatchException.Difference;
import io.sluice.delta.commit.CommitLog;
import io.sluice.delta.commit.DataFile;
import io.sluice.delta.commit.Span;
import io.sluice.delta.file.DataFilePath;
import io.sluice.delta.file.FileLayout;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/** The log of one table through Delta Standalone. Keeps the log open between commits and opens it afresh after any failure. */
final class StandaloneLog implements CommitLog {
    private static final Logger LOG = LoggerFactory.getLogger(StandaloneLog.class);
    private static final String ENGINE = "Sluice";

    private final TableLocation location;
    private final InstantSource clock;
    private @Nullable DeltaLog open;
    private @Nullable Accepted accepted;
    private @Nullable OwnCommits own;

    /** The table as it was when it was last found able to take the rows. */
    private record Accepted(TableDefinition definition, Metadata metadata, FileLayout layout) {}

    StandaloneLog(TableLocation location, InstantSource clock) {
        this.location = location;
        this.clock = clock;
    }

    /** The latest version; an instance of version -1 when there is no table. */
    Snapshot latest() throws IOException {
        return calling(() -> opened().update());
    }

    private DeltaLog opened() {
        DeltaLog log = open;
        if (log == null) {
            if (location.local().isPresent()) {
                ProcessUser.ensureNamed();
            }
            log = DeltaLog.forTable(location.configuration(), location.path());
            open = log;
        }
        return log;
    }

    /** The commits from {@code version} on that still have their log file, oldest first. */
    Iterator<VersionLog> changes(long version, boolean failOnGap) throws IOException {
        return calling(() -> opened().getChanges(version, failOnGap));
    }

    /** From now on {@link #begin} makes sure that no commit of an id with that beginning was taken away. */
    void follow(String idPrefix) {
        own = new OwnCommits(location.name(), idPrefix, this::commits);
    }

    private List<TableCommit> commits(long first, long last) throws IOException {
        return calling(() -> {
            List<TableCommit> commits = new ArrayList<>();
            Iterator<VersionLog> found = opened().getChanges(first, false);
            while (found.hasNext()) {
                VersionLog commit = found.next();
                if (commit.getVersion() > last) {
                    break;
                }
                commits.add(TableCommit.of(commit));
            }
            return commits;
        });
    }

    Set<String> recordedIds() throws IOException {
        Set<String> ids = new TreeSet<>();
        CollectionConverters.asJava(((SnapshotImpl) latest()).setTransactions())
                .forEach(moved -> ids.add(moved.getAppId()));
        return ids;
    }

    Map<String, Long> recordedPositions(Set<String> transactionIds) throws IOException {
        return calling(() -> positions(opened().startTransaction(), transactionIds));
    }

    private static Map<String, Long> positions(OptimisticTransaction transaction, Set<String> transactionIds) {
        Map<String, Long> positions = new HashMap<>();
        for (String id : transactionIds) {
            long position = transaction.txnVersion(id);
            if (position >= 0) {
                positions.put(id, position);
            }
        }
        return Map.copyOf(positions);
    }

    private void verifyOwn(Snapshot snapshot) throws IOException {
        OwnCommits commits = own;
        if (commits == null || commits.isVerified(snapshot.getVersion())) {
            return;
        }
        boolean ours = CollectionConverters.asJava(((SnapshotImpl) snapshot).setTransactions()).stream()
                .anyMatch(moved -> moved.getAppId().startsWith(commits.prefix()));
        if (ours) {
            commits.verify(snapshot.getVersion());
        } else {
            commits.nothingIsOurs(snapshot.getVersion());
        }
    }

    /** Notes in the log that what is missing up to now may be missing, and moves the ids to the positions given. */
    long acceptAsIs(String idPrefix, Map<String, Long> positions) throws IOException {
        return calling(() -> {
            OptimisticTransaction transaction = opened().startTransaction();
            if (transaction.readVersion() < 0) {
                throw new NoSuchFileException(location.logPath().toString(), null, "there is no Delta table");
            }
            Map<String, Long> moves = new TreeMap<>(positions);
            moves.put(idPrefix + OwnCommits.ACCEPTED, transaction.readVersion());
            List<Action> actions = new ArrayList<>();
            moves.forEach((id, position) -> {
                long unused = transaction.txnVersion(id); // a rival with the same id shall fail
                actions.add(new SetTransaction(id, position, Optional.of(clock.millis())));
            });
            return transaction
                    .commit(actions, new Operation(Operation.Name.MANUAL_UPDATE), ENGINE)
                    .getVersion();
        });
    }

    /** @throws TableMismatchException when the table cannot take the rows */
    void accept(TableDefinition definition, Snapshot snapshot) {
        Metadata metadata = snapshot.getMetadata();
        refuse(definition.compare(metadata, protocol(snapshot)));
        accepted = new Accepted(definition, metadata, definition.layout(metadata));
    }

    /** Standalone tells a table's protocol nowhere else, and refuses it only when a commit has staged its files. */
    private static Protocol protocol(Snapshot snapshot) {
        return ((SnapshotImpl) snapshot).protocol();
    }

    /** How files are to be laid out; {@link #accept} comes first. */
    FileLayout layout() {
        return requireAccepted().layout();
    }

    /** The table's own id; {@link #accept} comes first. */
    String tableId() {
        return requireAccepted().metadata().getId();
    }

    boolean isAccepted() {
        return accepted != null;
    }

    private Accepted requireAccepted() {
        return Objects.requireNonNull(accepted, "ensure comes first");
    }

    /** Makes the first version, unless somebody else does: then theirs is the table. */
    void create(TableDefinition definition, Map<String, String> properties) throws IOException {
        Metadata metadata = Metadata.builder()
                .schema(SchemaMapping.toDelta(definition.schema()))
                .partitionColumns(definition.partitionColumns())
                .configuration(properties)
                .createdTime(clock.millis())
                .build();
        try {
            OptimisticTransaction transaction = opened().startTransaction();
            // made since we looked: our metadata would replace it
            if (transaction.readVersion() < 0) {
                transaction.commit(List.of(metadata), new Operation(Operation.Name.CREATE_TABLE), ENGINE);
            }
        } catch (Throwable e) {
            open = null;
            if (latest().getVersion() < 0) {
                throw translate(e);
            }
            LOG.info("table {}: exists now, made by another writer at the same moment", location.name());
            LOG.debug("table {}: creating it failed", location.name(), e);
        }
    }

    @Override
    public Attempt begin(Set<String> transactionIds) throws IOException {
        return calling(() -> {
            OptimisticTransaction transaction = opened().startTransaction();
            if (transaction.readVersion() < 0) {
                throw new NoSuchFileException(location.logPath().toString(), null, "the table is gone");
            }
            recheck(opened().snapshot());
            verifyOwn(opened().snapshot());
            // Every id, in every transaction: only ids that were asked for are checked when another commit got in
            // between.
            return new StandaloneAttempt(transaction, positions(transaction, transactionIds));
        });
    }

    /** Refuses a table that was replaced, or changed so that it cannot take the rows any more, while we write to it. */
    private void recheck(Snapshot snapshot) {
        Accepted before = requireAccepted();
        Metadata now = snapshot.getMetadata();
        if (!now.getId().equals(before.metadata().getId())) {
            refuse(List.of(new Difference(
                    "table",
                    "id " + before.metadata().getId(),
                    "id " + now.getId(),
                    "it was replaced by another table: make sure that is what you want, then start again")));
        }
        accept(before.definition(), snapshot);
    }

    void refuse(List<Difference> differences) {
        if (!differences.isEmpty()) {
            throw new TableMismatchException(location.name(), differences);
        }
    }

    @Override
    public OptionalLong versionThatAdded(DataFile file, long version) throws IOException {
        String path = DataFilePath.decode(file.path());
        return calling(() -> {
            Iterator<VersionLog> commits = opened().getChanges(version + 1, true);
            while (commits.hasNext()) {
                VersionLog commit = commits.next();
                for (Action action : commit.getActions()) {
                    if (action instanceof AddFile add
                            && DataFilePath.decode(add.getPath()).equals(path)) {
                        return OptionalLong.of(commit.getVersion());
                    }
                }
            }
            return OptionalLong.empty();
        });
    }

    /** A local write has happened or failed when the call returns; a request to a distant store may outlive it. */
    @Override
    public boolean lateCommitsPossible() {
        return location.local().isEmpty();
    }

    @FunctionalInterface
    private interface LibraryCall<T> {
        T run() throws Exception;
    }

    /** The library also asserts: when a table was replaced by a shorter one under an open log, for example. */
    private <T> T calling(LibraryCall<T> call) throws IOException {
        try {
            return call.run();
        } catch (Exception | AssertionError e) {
            throw translate(e);
        }
    }

    /** Any failure makes the open log doubtful, so that it is read afresh. */
    private IOException translate(Throwable failure) throws IOException {
        open = null;
        if (failure instanceof DeltaErrors.InvalidProtocolVersionException) {
            Optional<Difference> difference = TableProtocol.ofUnreadable(location);
            if (difference.isPresent()) {
                TableMismatchException refusal = new TableMismatchException(location.name(), List.of(difference.get()));
                refusal.initCause(failure);
                throw refusal;
            }
        }
        if (BrokenLog.isMeantBy(failure)) {
            Optional<String> place = BrokenLog.place(location);
            if (place.isPresent()) {
                return new IOException(place.get(), failure);
            }
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            IOException interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(failure);
            return interrupted;
        }
        if (failure instanceof TableMismatchException || failure instanceof LostCommitException) {
            throw (RuntimeException) failure;
        }
        if (failure instanceof Error error && !(failure instanceof AssertionError)) {
            throw error;
        }
        return failure instanceof IOException io ? io : new IOException(failure.getMessage(), failure);
    }

    private final class StandaloneAttempt implements Attempt {
        private final OptimisticTransaction transaction;
        private final Map<String, Long> positions;

        StandaloneAttempt(OptimisticTransaction transaction, Map<String, Long> positions) {
            this.transaction = transaction;
            this.positions = positions;
        }

        @Override
        public long version() {
            return transaction.readVersion();
        }

        @Override
        public Map<String, Long> positions() {
            return positions;
        }

        @Override
        public long commit(List<Span> spans, List<DataFile> files) throws Exception {
            List<Action> actions = CommitActions.of(spans, files, clock.millis());
            boolean confirmed = false;
            try {
                // Nothing was read, so appends of others in the meantime do not conflict: the library goes behind them.
                long version = transaction
                        .commit(actions, CommitActions.operation(spans, files), ENGINE)
                        .getVersion();
                confirmed = true;
                if (own != null) {
                    own.committed(version);
                }
                return version;
            } finally {
                if (!confirmed) {
                    open = null;
                }
            }
        }
    }
}
