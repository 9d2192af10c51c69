package io.sluice.delta;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.List;

/**
 * A process of its own that races for a table: creates it, commits rows under its own ids from two threads, then fights with the
 * others for one id that all share.
 */
final class RaceWriter {
    static final Schema SCHEMA = Schema.of(Rows.column("writer", Primitive.STRING), Rows.column("n", Primitive.LONG));
    static final int OWN = 12;
    static final int SHARED = 15;

    private RaceWriter() {}

    /** Prints how often this process won the shared id. */
    public static void main(String[] arguments) throws InterruptedException {
        String path = arguments[0];
        String name = arguments[1];
        Thread second = new Thread(() -> commitOwn(path, name + "-2"));
        second.start();
        commitOwn(path, name + "-1");
        second.join();
        System.out.println("won " + fight(path));
    }

    private static DeltaTable open(String path) {
        DeltaTable table = DeltaTable.at(path, DeltaOptions.defaults());
        table.ensure(SCHEMA, List.of());
        return table;
    }

    private static void commitOwn(String path, String id) {
        DeltaTable table = open(path);
        for (int i = 0; i < OWN; i++) {
            CommitOutcome outcome = table.commit(List.of(new Span(id, i, i + 1L)), List.of(Rows.of(SCHEMA, id, i)));
            if (!(outcome instanceof CommitOutcome.Committed)) {
                throw new IllegalStateException(id + " at " + i + ": " + outcome);
            }
        }
    }

    private static int fight(String path) {
        DeltaTable table = open(path);
        int wins = 0;
        for (int i = 0; i < SHARED; i++) {
            Span span = new Span("shared", i, i + 1L);
            CommitOutcome outcome = table.commit(List.of(span), List.of(Rows.of(SCHEMA, "shared", i)));
            if (outcome instanceof CommitOutcome.Committed) {
                wins++;
            } else if (outcome instanceof CommitOutcome.Fenced fenced) {
                i = Math.toIntExact(fenced.positions().getOrDefault("shared", 0L))
                        - 1; // the others are ahead: go where they are
            }
        }
        return wins;
    }
}
