package io.sluice.delta;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the rows that were committed under our transaction ids are still part of the table. A RESTORE takes rows away and leaves
 * the ids, so that the log says of rows that they are there which are not; so does a table that was replaced by another in the
 * same log. Statements about rows, such as DELETE or INSERT OVERWRITE, are not looked at: whoever runs one means the rows.
 *
 * <p>The versions are followed backwards the way the table's content came about: from a RESTORE on with the version that it went
 * back to. What lies between is out of the table, and must not hold a commit of ours. This ends at the first commit of ours, whose
 * writer had made sure of everything up to the version it read. Confined to one thread.
 */
final class OwnCommits {
    /** Added to the prefix of our ids: the id whose version says up to where the table is accepted as it is. */
    static final String ACCEPTED = "accepted";

    private static final Logger LOG = LoggerFactory.getLogger(OwnCommits.class);
    private static final long NOTHING = -1;
    private static final int CHUNK = 64;

    /** Reads a range of the log. */
    @FunctionalInterface
    interface Source {
        /** The commits of versions first to last, both included, as far as they still have their log file. */
        List<TableCommit> commits(long first, long last) throws IOException;
    }

    private final String table;
    private final String prefix;
    private final Source source;
    private final TreeMap<Long, TableCommit> loaded = new TreeMap<>();
    private long loadedFrom;
    private long verified = NOTHING;

    /**
     * @param table name for messages
     * @param prefix what all our ids begin with
     */
    OwnCommits(String table, String prefix, Source source) {
        this.table = table;
        this.prefix = prefix;
        this.source = source;
    }

    String prefix() {
        return prefix;
    }

    /** Whether the version is the one looked at last, so that nothing needs to be read. */
    boolean isVerified(long version) {
        return version == verified;
    }

    /** We made the version, right behind the one that was verified. */
    void committed(long version) {
        if (version == verified + 1) {
            verified = version;
        }
    }

    /** None of our ids has ever been moved in the table. */
    void nothingIsOurs(long version) {
        verified = version;
    }

    /**
     * Makes sure that nothing of ours is missing from a version.
     *
     * @throws LostCommitException when something is
     * @throws IOException when the log cannot be read
     */
    void verify(long latest) throws IOException {
        if (latest < verified) {
            verified = NOTHING; // files of the table were put back: what we knew was about others
        }
        loaded.clear();
        loadedFrom = latest + 1;
        long floor = verified;
        long version = latest;
        while (version > floor) {
            TableCommit commit = commit(version, floor);
            if (commit == null) {
                LOG.warn(
                        "table {}: version {} and those before have no log file any more, so that a RESTORE among them would"
                                + " not be noticed",
                        table,
                        version);
                break;
            }
            if (commit.isRestore() || commit.isReplacement()) {
                version = commit.isRestore() ? target(commit) : NOTHING;
                refuseLoss(commit, version);
            } else {
                if (commit.moves(prefix)) {
                    floor = Math.max(floor, commit.readVersion().orElse(NOTHING));
                }
                version--;
            }
        }
        loaded.clear();
        verified = latest;
    }

    /** Null when its log file is gone. */
    private @Nullable TableCommit commit(long version, long floor) throws IOException {
        if (version < loadedFrom) {
            // more at a time the further back it goes: each request lists the folder
            long size = Math.max(CHUNK, loaded.size());
            load(Math.max(Math.max(floor + 1, 0), version - size + 1));
        }
        return loaded.get(version);
    }

    private void load(long first) throws IOException {
        if (first < loadedFrom) {
            source.commits(first, loadedFrom - 1).forEach(commit -> loaded.put(commit.version(), commit));
            loadedFrom = first;
        }
    }

    /** Between the version gone back to and the commit that did there must not be a commit of ours. */
    private void refuseLoss(TableCommit back, long target) throws IOException {
        load(target + 1);
        for (long version = back.version() - 1; version > target; version--) {
            TableCommit commit = loaded.get(version);
            if (commit == null) {
                throw new LostCommitException(
                        table,
                        said(back, target) + "; whether rows of this query were lost by it cannot be told, because"
                                + " version " + version + " has no log file any more");
            }
            if (commit.moves(prefix) && !isAcceptance(commit)) {
                throw new LostCommitException(
                        table,
                        said(back, target)
                                + ", and took away rows that this query had committed, the last of them as version "
                                + version);
            }
        }
    }

    private boolean isAcceptance(TableCommit commit) {
        return commit.ids().contains(prefix + ACCEPTED);
    }

    private static String said(TableCommit back, long target) {
        return back.isRestore()
                ? "version " + back.version() + " (RESTORE) set it back to version " + target
                : "version " + back.version() + " (" + back.operation() + ") replaced its content";
    }

    /**
     * The version that a RESTORE went back to. One by time names no version, and the time without its zone: then it is the newest
     * version of which the files are those after the RESTORE.
     */
    private long target(TableCommit restore) throws IOException {
        if (restore.target().isPresent()) {
            return restore.target().getAsLong();
        }
        // the files of a version that are not in the one before the RESTORE, and the other way round
        Set<String> more = new HashSet<>();
        Set<String> fewer = new HashSet<>();
        long version = restore.version() - 1;
        while (!(more.equals(restore.added()) && fewer.equals(restore.removed()))) {
            TableCommit undone = version < 0 ? null : commit(version, NOTHING);
            if (undone == null) {
                return version;
            }
            undo(undone.added(), more, fewer);
            undo(undone.removed(), fewer, more);
            version--;
        }
        return version;
    }

    private static void undo(Collection<String> files, Set<String> from, Set<String> to) {
        for (String file : files) {
            if (!from.remove(file)) {
                to.add(file);
            }
        }
    }
}
