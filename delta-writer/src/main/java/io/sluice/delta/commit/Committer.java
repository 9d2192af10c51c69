package io.sluice.delta.commit;

import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends rows to a table exactly once, whatever fails on the way. The truth about what is in the table is the position of each
 * input in the table's own log, read again after every doubt; what a failed call reported is never believed. Confined to one
 * thread.
 */
public final class Committer {
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    private final String table;
    private final CommitLog log;
    private final RetryPolicy policy;
    private final InstantSource clock;
    private final Pause pause;

    /** @param table name for messages */
    public Committer(String table, CommitLog log, RetryPolicy policy, InstantSource clock, Pause pause) {
        this.table = table;
        this.log = log;
        this.policy = policy;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Appends what {@code staging} writes and moves the inputs on, both in one version of the table.
     *
     * @param spans at least one, of different transaction ids
     * @throws DeltaUnavailableException when the policy's attempts are used up, or the thread was interrupted
     * @throws RuntimeException when the table refuses writers like this one, or a row cannot be stored; nothing was appended
     */
    public CommitOutcome commit(List<Span> spans, Staging staging) {
        return new Run(List.copyOf(spans), staging, false).commit();
    }

    /**
     * The same, but when {@code staging} has no rows, the inputs are moved on all the same, by a version without rows. Ends as
     * {@link CommitOutcome.Committed} with 0 rows then, or {@link CommitOutcome.AlreadyCommitted} when it was in doubt.
     */
    public CommitOutcome commitAlsoWithoutRows(List<Span> spans, Staging staging) {
        return new Run(List.copyOf(spans), staging, true).commit();
    }

    /**
     * Where the inputs stand in the latest version of the table; those without a position are absent.
     *
     * @throws DeltaUnavailableException when the policy's attempts are used up, or the thread was interrupted
     * @throws RuntimeException when the table refuses writers like this one
     */
    public Map<String, Long> positions(Set<String> transactionIds) {
        Attempts attempts = newAttempts();
        while (true) {
            try {
                return log.begin(transactionIds).positions();
            } catch (IOException e) {
                attempts.failed(e);
                if (attempts.areUsedUp()) {
                    throw attempts.unavailable("could not be read", e);
                }
                attempts.pauseAfter(e);
            }
        }
    }

    private Attempts newAttempts() {
        return new Attempts(table, policy, clock, pause);
    }

    /** One call's memory across its attempts. */
    private final class Run {
        private final List<Span> spans;
        private final Set<String> transactionIds = new LinkedHashSet<>();
        private final Staging staging;
        private final boolean alsoWithoutRows;
        private final Attempts attempts = newAttempts();
        private @Nullable List<DataFile> files;
        /** The transaction in which the files were first handed to the log. From then on the files may be part of the table. */
        private CommitLog.@Nullable Attempt doubted;

        Run(List<Span> spans, Staging staging, boolean alsoWithoutRows) {
            this.spans = spans;
            spans.forEach(span -> transactionIds.add(span.transactionId()));
            this.staging = staging;
            this.alsoWithoutRows = alsoWithoutRows;
        }

        CommitOutcome commit() {
            while (true) {
                // Positions are read before anything is staged: rows that are in the table already cost no file.
                CommitLog.Attempt attempt = begin();
                CommitDecision decision = decide(attempt);
                if (decision == CommitDecision.ALREADY_COMMITTED) {
                    return alreadyCommitted(attempt);
                }
                if (decision == CommitDecision.FENCED) {
                    deleteUnlessCommitted();
                    return new CommitOutcome.Fenced(attempt.positions());
                }
                CommitOutcome outcome = proceed(attempt);
                if (outcome != null) {
                    return outcome;
                }
            }
        }

        private CommitLog.Attempt begin() {
            while (true) {
                try {
                    return log.begin(transactionIds);
                } catch (IOException e) {
                    // Case 1: the log cannot be read. Nothing was written by it; try again.
                    // Should a commit be in doubt, it stays in doubt and its files stay where they are.
                    attempts.failed(e);
                    if (attempts.areUsedUp()) {
                        throw attempts.unavailable(
                                doubted == null ? "could not be read" : "could not be read after a commit failed", e);
                    }
                    attempts.pauseAfter(e);
                }
            }
        }

        private CommitDecision decide(CommitLog.Attempt attempt) {
            CommitDecision decision = CommitDecision.of(spans, attempt.positions());
            CommitLog.Attempt before = doubted;
            if (decision == CommitDecision.PROCEED
                    && before != null
                    && !attempt.positions().equals(before.positions())) {
                // An input that had a position has none any more: the table was replaced under our hands.
                // "Nothing changed" is the only state in which a commit may be made again.
                return CommitDecision.FENCED;
            }
            return decision;
        }

        /** Stages, once, and commits. Null when it failed and is to be tried again. */
        private @Nullable CommitOutcome proceed(CommitLog.Attempt attempt) {
            List<DataFile> staged = files;
            try {
                if (staged == null) {
                    staged = staging.write();
                    files = staged;
                }
            } catch (IOException e) {
                // Case 2: the files could not be written, so the log was not touched: try again, with new files.
                retryAfter(e);
                return null;
            }
            if (staged.isEmpty() && !alsoWithoutRows) {
                // Case 3: no rows. Unless positions are to be kept, a version without rows would only make the log
                // longer.
                return new CommitOutcome.NothingToCommit(attempt.version());
            }
            try {
                // Case 4: the log confirms. This is the one answer that is believed.
                CommitLog.Attempt first = doubted;
                doubted = first == null ? attempt : first;
                return committed(attempt.commit(spans, staged));
            } catch (Throwable e) {
                // Case 5: anything thrown, errors too, means "unknown": a version may have been made before the
                // failure (a lost answer, a checkpoint that failed after it), or by a rival with the same ids. The
                // caller reads the positions again: all at `to` is case 6; none changed means it did not happen and
                // is tried again with the same files; anything else is a rival, and then our files may even so be
                // part of the table (case 7).
                retryAfter(e);
                return null;
            }
        }

        private CommitOutcome committed(long version) {
            try {
                if (!staging.areThere(requireFiles())) {
                    // A table that was deleted or replaced has lost them with it: nothing is made in its place.
                    log.begin(transactionIds);
                    staging.repair(requireFiles());
                }
            } catch (IOException e) {
                throw attempts.unavailable(
                        "version " + version
                                + " names data files that somebody has removed, as a VACUUM with a short retention"
                                + " does, and they could not be written again; until version " + version
                                + " is taken back by a RESTORE and 'sluice reset' computes the rows again, readers will fail on"
                                + " them",
                        e);
            }
            return new CommitOutcome.Committed(version, rows());
        }

        private CommitOutcome alreadyCommitted(CommitLog.Attempt seen) {
            CommitLog.Attempt before = doubted;
            if (before == null || requireFiles().isEmpty()) {
                return new CommitOutcome.AlreadyCommitted(seen.version());
            }
            // Case 6: the inputs stand at `to` after a commit in doubt. Either it took effect, or a rival committed
            // the same rows. The rows are there once in both cases; which of the two it was decides whether our files
            // may be removed.
            try {
                OptionalLong version = log.versionThatAdded(requireFiles().get(0), before.version());
                if (version.isPresent()) {
                    return committed(version.getAsLong());
                }
                staging.delete(requireFiles());
            } catch (IOException e) {
                LOG.warn(
                        "table {}: the rows are committed, but the version that added them could not be found",
                        table,
                        e);
            }
            return new CommitOutcome.AlreadyCommitted(seen.version());
        }

        /**
         * Case 7: fenced. When a commit was in doubt, it may have taken effect and the inputs moved on from there: deleting its
         * files would destroy rows of the table, so the log is asked first. When it cannot tell, they stay, for VACUUM.
         */
        private void deleteUnlessCommitted() {
            CommitLog.Attempt before = doubted;
            if (before == null || requireFiles().isEmpty()) {
                return;
            }
            try {
                if (log.versionThatAdded(requireFiles().get(0), before.version())
                        .isEmpty()) {
                    staging.delete(requireFiles());
                }
            } catch (IOException e) {
                LOG.warn(
                        "table {}: files of a refused commit stay until the next VACUUM: {}", table, requireFiles(), e);
            }
        }

        private void retryAfter(Throwable failure) {
            attempts.failed(failure);
            if (attempts.areUsedUp()) {
                giveUpUnlessResolved(failure);
            } else {
                attempts.pauseAfter(failure);
            }
        }

        /** The attempts are used up. A commit in doubt is looked up once more, so that the caller is not left in doubt. */
        private void giveUpUnlessResolved(Throwable failure) {
            if (doubted == null) {
                throw attempts.unavailable("could not be written", failure);
            }
            CommitLog.Attempt last = begin();
            if (decide(last) != CommitDecision.PROCEED) {
                return; // the loop's next round reads the same and returns the outcome
            }
            if (!log.lateCommitsPossible()) {
                staging.delete(requireFiles());
            }
            throw attempts.unavailable("could not be written", failure);
        }

        private List<DataFile> requireFiles() {
            return Objects.requireNonNull(files, "nothing was staged");
        }

        private long rows() {
            return requireFiles().stream().mapToLong(DataFile::rows).sum();
        }
    }
}
