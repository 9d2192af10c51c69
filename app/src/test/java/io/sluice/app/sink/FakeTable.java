package io.sluice.app.sink;

import io.sluice.delta.commit.CommitDecision;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A table in memory that decides as the real one does. Its state may be read and changed from any thread. */
final class FakeTable implements WindowTable {
    final Map<String, Long> positions = new ConcurrentHashMap<>();
    final List<String> rows = new CopyOnWriteArrayList<>();

    /** Run on the table thread when an answer about positions has been made, and before it is given. */
    volatile Runnable beforeAnswering = () -> {};
    /** Run on the table thread before rows are appended. */
    volatile Runnable beforeAppending = () -> {};

    volatile String id = "the table";

    private long version;

    @Override
    public String id() {
        return id;
    }

    @Override
    public Map<String, Long> positions(Set<String> transactionIds) {
        Map<String, Long> found = new HashMap<>(positions);
        found.keySet().retainAll(transactionIds);
        beforeAnswering.run();
        return found;
    }

    @Override
    public CommitOutcome append(List<Span> spans, List<byte[]> encoded) {
        beforeAppending.run();
        switch (CommitDecision.of(spans, positions)) {
            case ALREADY_COMMITTED -> {
                return new CommitOutcome.AlreadyCommitted(version);
            }
            case FENCED -> {
                return new CommitOutcome.Fenced(Map.copyOf(positions));
            }
            case PROCEED -> {
                encoded.forEach(row -> rows.add(new String(row, StandardCharsets.UTF_8)));
                spans.forEach(span -> positions.put(span.transactionId(), span.to()));
            }
        }
        return new CommitOutcome.Committed(++version, encoded.size());
    }
}
