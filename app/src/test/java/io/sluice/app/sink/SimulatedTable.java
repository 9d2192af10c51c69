package io.sluice.app.sink;

import io.sluice.delta.commit.CommitLog;
import io.sluice.delta.commit.DataFile;
import io.sluice.delta.commit.Span;
import io.sluice.delta.commit.Staging;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/**
 * A table with a log, and every way to fail that matters: before a commit takes effect, after it, when it is read, and another
 * writer's commit in the middle of ours.
 */
final class SimulatedTable {

    private record Version(List<Span> spans, List<DataFile> files) {}

    private final Random random;
    private final int faultPercent;
    private final List<Version> versions = new ArrayList<>();
    private final Map<String, Long> positions = new HashMap<>();
    private final Map<String, List<byte[]>> files = new HashMap<>();
    private final Set<String> deleted = new HashSet<>();
    private long fileNumber;
    private Runnable intruder = () -> {};

    SimulatedTable(Random random, int faultPercent) {
        this.random = random;
        this.faultPercent = faultPercent;
    }

    /** What may happen between a transaction's begin and its commit. */
    void intruder(Runnable action) {
        intruder = action;
    }

    Map<String, Long> positions() {
        return Map.copyOf(positions);
    }

    /** All rows of all versions. */
    List<byte[]> rows() {
        List<byte[]> rows = new ArrayList<>();
        for (Version version : versions) {
            for (DataFile file : version.files) {
                if (deleted.contains(file.path())) {
                    throw new AssertionError("a file of the table was deleted: " + file.path());
                }
                rows.addAll(files.getOrDefault(file.path(), List.of()));
            }
        }
        return rows;
    }

    private boolean fault() {
        return random.nextInt(100) < faultPercent;
    }

    CommitLog log() {
        return new CommitLog() {
            @Override
            public Attempt begin(Set<String> transactionIds) throws IOException {
                if (fault()) {
                    throw new IOException("the log cannot be listed");
                }
                return attempt(versions.size(), transactionIds);
            }

            @Override
            public OptionalLong versionThatAdded(DataFile file, long version) throws IOException {
                if (fault()) {
                    throw new IOException("a log file cannot be read");
                }
                for (int i = (int) version; i < versions.size(); i++) {
                    if (versions.get(i).files.contains(file)) {
                        return OptionalLong.of(i);
                    }
                }
                return OptionalLong.empty();
            }

            @Override
            public boolean lateCommitsPossible() {
                return false;
            }
        };
    }

    private CommitLog.Attempt attempt(int read, Set<String> ids) {
        Map<String, Long> seen = new HashMap<>();
        ids.forEach(id -> {
            Long position = positions.get(id);
            if (position != null) {
                seen.put(id, position);
            }
        });
        return new CommitLog.Attempt() {
            @Override
            public long version() {
                return read;
            }

            @Override
            public Map<String, Long> positions() {
                return seen;
            }

            @Override
            public long commit(List<Span> spans, List<DataFile> staged) throws IOException {
                intruder.run();
                if (fault()) {
                    throw new IOException("the write failed before it took effect");
                }
                for (Version version : versions.subList(read, versions.size())) {
                    if (version.spans.stream().anyMatch(span -> ids.contains(span.transactionId()))) {
                        throw new IllegalStateException("concurrent transaction");
                    }
                }
                versions.add(new Version(List.copyOf(spans), List.copyOf(staged)));
                spans.forEach(span -> positions.put(span.transactionId(), span.to()));
                if (fault()) {
                    throw new IOException("the answer was lost after the write took effect");
                }
                return versions.size() - 1L;
            }
        };
    }

    Staging staging(List<byte[]> rows) {
        return new Staging() {
            @Override
            public List<DataFile> write() throws IOException {
                if (fault()) {
                    throw new IOException("no space left");
                }
                String path = "part-" + fileNumber++;
                files.put(path, List.copyOf(rows));
                return List.of(new DataFile(path, Map.of(), 1, 0, rows.size(), "{}"));
            }

            @Override
            public boolean areThere(List<DataFile> named) {
                // nobody but us removes files here
                if (named.stream().anyMatch(file -> deleted.contains(file.path()))) {
                    throw new AssertionError("a file of the table was deleted, one of " + named);
                }
                return true;
            }

            @Override
            public void repair(List<DataFile> named) {
                throw new AssertionError("nothing is missing of " + named);
            }

            @Override
            public void delete(List<DataFile> unused) {
                unused.forEach(file -> deleted.add(file.path()));
            }
        };
    }
}
