package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.app.progress.QueryProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two instances that keep copies of each other's state. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class StandbyTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int UNITS = 2_000;

    @TempDir
    Path folder;

    @Test
    void instanceThatTakesOverGoesOnFromItsCopy() throws Exception {
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"))) {
            ReadingsBroker.Readings readings = broker.readings("standby", 2);
            readings.sendUnits(0, UNITS);
            readings.sendUnits(1, UNITS);
            CountingQuery file = CountingQuery.of(readings, folder).endless().withLine("state: {standbyReplicas: 1}");
            StreamingQuery first = file.instance("first").start();
            StreamingQuery second = file.instance("second").start();
            try {
                await(() -> CountingQuery.readings(first) + CountingQuery.readings(second) == 2 * UNITS);
                await(() -> copied(first) && copied(second));
                CountingQuery.stop(first);
                long restored = second.lastProgress().state().restoredRecords();
                await(() -> second.lastProgress().partitions().size() == 2);
                await(() -> openGroups(second) == 2 * UNITS);
                assertThat(second.lastProgress().state().restoredRecords() - restored)
                        .as("records restored besides what was copied")
                        .isLessThan(UNITS / 10);
            } finally {
                CountingQuery.stop(first);
                CountingQuery.stop(second);
            }
        }
    }

    private static boolean copied(StreamingQuery query) {
        QueryProgress now = query.lastProgress();
        return now.partitions().size() == 1
                && now.state().standbyCopies() == 1
                && now.state().standbyRecordsBehind() == 0;
    }

    private static long openGroups(StreamingQuery query) {
        return query.lastProgress().stateOperators().get(0).numRowsTotal();
    }

    private static void await(BooleanSupplier condition) {
        Await.until("the instances get on", SOON, condition);
    }
}
