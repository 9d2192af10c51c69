package io.sluice.app.sink;

import io.sluice.delta.commit.CommitDecision;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A table in memory that decides as the real one does; of each row the first column is kept. */
final class FakeAppendTable implements AppendTable {
    final Map<String, Long> positions = new ConcurrentHashMap<>();
    final List<String> rows = new CopyOnWriteArrayList<>();

    /** Run on the table thread before rows are appended. */
    volatile Runnable beforeAppending = () -> {};

    @Override
    public String id() {
        return "the table";
    }

    @Override
    public Map<String, Long> positions(Set<String> transactionIds) {
        Map<String, Long> found = new HashMap<>(positions);
        found.keySet().retainAll(transactionIds);
        return found;
    }

    @Override
    public CommitOutcome append(List<Span> spans, List<Row> appended) {
        beforeAppending.run();
        switch (CommitDecision.of(spans, positions)) {
            case ALREADY_COMMITTED -> {
                return new CommitOutcome.AlreadyCommitted(1);
            }
            case FENCED -> {
                return new CommitOutcome.Fenced(Map.copyOf(positions));
            }
            case PROCEED -> {
                appended.forEach(row -> rows.add(row.stringAt(0)));
                spans.forEach(span -> positions.put(span.transactionId(), span.to()));
            }
        }
        return new CommitOutcome.Committed(2, appended.size());
    }
}
