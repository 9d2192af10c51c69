package io.sluice.delta.commit;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * A table's log in memory with put-if-absent versions and conflict checks by transaction id, as the real one has, and a queue of
 * faults, one per call.
 */
final class FakeLog implements CommitLog {
    /** What happens to one call. */
    enum Fault {
        NONE,
        /** The call fails and nothing happened. */
        FAILS_BEFORE,
        /** The call takes effect and then fails. */
        FAILS_AFTER,
        /** The call takes effect and then dies of an error, as a checkpoint's missing class does. */
        DIES_AFTER
    }

    record Version(Map<String, Long> positions, List<String> files) {}

    final List<Version> versions = new ArrayList<>();
    final Deque<Fault> beginFaults = new ArrayDeque<>();
    final Deque<Fault> commitFaults = new ArrayDeque<>();
    /** Run once, between the next begin and its commit. */
    Runnable rival = () -> {};

    /** Run once, right after the next commit took effect or failed. */
    Runnable successor = () -> {};

    boolean lateCommits;
    boolean addedUnreadable;
    int begins;

    FakeLog() {
        versions.add(new Version(Map.of(), List.of()));
    }

    Map<String, Long> positions() {
        Map<String, Long> all = new TreeMap<>();
        versions.forEach(version -> all.putAll(version.positions()));
        return all;
    }

    /** Every data file in the table, in the order of commits. */
    List<String> files() {
        return versions.stream().flatMap(version -> version.files().stream()).toList();
    }

    void append(Map<String, Long> positions, String... files) {
        versions.add(new Version(positions, List.of(files)));
    }

    @Override
    public Attempt begin(Set<String> transactionIds) throws IOException {
        begins++;
        if (next(beginFaults) != Fault.NONE) {
            throw new IOException("log unreadable");
        }
        Map<String, Long> found = new HashMap<>(positions());
        found.keySet().retainAll(transactionIds);
        return new FakeAttempt(versions.size() - 1L, Map.copyOf(found));
    }

    @Override
    public OptionalLong versionThatAdded(DataFile file, long version) throws IOException {
        if (addedUnreadable) {
            throw new IOException("history unreadable");
        }
        for (int i = (int) version + 1; i < versions.size(); i++) {
            if (versions.get(i).files().contains(file.path())) {
                return OptionalLong.of(i);
            }
        }
        return OptionalLong.empty();
    }

    @Override
    public boolean lateCommitsPossible() {
        return lateCommits;
    }

    private static Fault next(Deque<Fault> faults) {
        Fault fault = faults.poll();
        return fault == null ? Fault.NONE : fault;
    }

    private final class FakeAttempt implements Attempt {
        private final long version;
        private final Map<String, Long> positions;

        FakeAttempt(long version, Map<String, Long> positions) {
            this.version = version;
            this.positions = positions;
        }

        @Override
        public long version() {
            return version;
        }

        @Override
        public Map<String, Long> positions() {
            return positions;
        }

        @Override
        public long commit(List<Span> spans, List<DataFile> files) throws Exception {
            Runnable now = rival;
            rival = () -> {};
            now.run();
            Fault fault = next(commitFaults);
            try {
                if (fault == Fault.FAILS_BEFORE) {
                    throw new IOException("disk says no");
                }
                checkConflicts(spans);
                Map<String, Long> moved = new HashMap<>();
                spans.forEach(span -> moved.put(span.transactionId(), span.to()));
                versions.add(
                        new Version(moved, files.stream().map(DataFile::path).toList()));
                if (fault == Fault.FAILS_AFTER) {
                    throw new IOException("answer lost");
                }
                if (fault == Fault.DIES_AFTER) {
                    throw new NoClassDefFoundError("a checkpoint's class");
                }
                return versions.size() - 1L;
            } finally {
                Runnable then = successor;
                successor = () -> {};
                then.run();
            }
        }

        private void checkConflicts(List<Span> spans) {
            for (Version later : versions.subList((int) version + 1, versions.size())) {
                for (Span span : spans) {
                    if (later.positions().containsKey(span.transactionId())) {
                        throw new IllegalStateException("conflict on " + span.transactionId());
                    }
                }
            }
        }
    }
}
