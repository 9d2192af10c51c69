package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.delta.StorageFaults.Fault;
import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each call to storage that a commit makes, that of a checkpoint included, fails in each way: the rows are in the table once. */
class EveryStorageCallTest {
    private static final Schema SCHEMA =
            Schema.of(Rows.column("k", Primitive.STRING), Rows.column("n", Primitive.LONG));
    private static final int COMMITS = 1;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"DISK_FULL", "FAILS_AFTER", "DIES_AFTER", "KILLED", "KILLED_AFTER", "RIVAL"})
    void rowsAreInTheTableOnceWhicheverCallFails(Fault fault) {
        for (long call = 0; run(fault, call); call++) {
            assertThat(call)
                    .as("calls of %s commits with their checkpoints", COMMITS)
                    .isLessThan(1000);
        }
    }

    /** False when there were fewer calls. */
    private boolean run(Fault fault, long call) {
        String path = folder.resolve(fault + "-" + call).toString();
        try (StorageFaults faults = StorageFaults.begin(number -> number == call ? fault : Fault.NONE)
                .onRival(() -> append(path, "rival"))) {
            DeltaTable table = open(path, faults);
            for (int n = 0; n < COMMITS; n++) {
                table = commit(table, path, n, faults);
            }
            List<String> found = Rows.in(plain(path));
            List<String> expected = new ArrayList<>(List.of("k='k' n=0"));
            boolean met = faults.calls().size() > call;
            if (fault == Fault.RIVAL && met) {
                expected.add("k='rival' n=0");
            }
            assertThat(found)
                    .as("%s at call %s of %s", fault, call, faults.calls())
                    .containsExactlyInAnyOrderElementsOf(expected);
            return met;
        }
    }

    private static DeltaTable plain(String path) {
        DeltaTable table = DeltaTable.at(path, DeltaOptions.defaults());
        table.ensure(SCHEMA, List.of());
        return table;
    }

    private static void append(String path, String k) {
        CommitOutcome outcome = plain(path).commit(List.of(new Span(k, 0, 1)), List.of(Rows.of(SCHEMA, k, 0)));
        assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    }

    private static DeltaTable open(String path, StorageFaults faults) {
        while (true) {
            try {
                DeltaTable table = FaultyTable.at(
                        path,
                        DeltaOptions.defaults()
                                .withTableProperties(Map.of("delta.checkpointInterval", "1"))
                                .withRetries(new RetryPolicy(1, Duration.ZERO, Duration.ZERO), length -> {}));
                table.ensure(SCHEMA, List.of());
                return table;
            } catch (DeltaUnavailableException | StorageFaults.Killed | NoClassDefFoundError failed) {
                faults.restart();
            }
        }
    }

    /** As a process does that dies of what it cannot handle and is started again. */
    private static DeltaTable commit(DeltaTable table, String path, int n, StorageFaults faults) {
        List<Span> spans = List.of(new Span("q:0", n, n + 1L));
        List<Row> rows = List.of(Rows.of(SCHEMA, "k", n));
        DeltaTable current = table;
        while (true) {
            try {
                assertThat(current.commit(spans, rows)).isNotInstanceOf(CommitOutcome.Fenced.class);
                return current;
            } catch (DeltaUnavailableException | StorageFaults.Killed | NoClassDefFoundError failed) {
                faults.restart();
                current = open(path, faults);
            }
        }
    }
}
