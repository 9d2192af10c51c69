package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.await.Await;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.window.WindowQuestion;
import io.sluice.app.window.WindowsMovingException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Days in Oslo of 23 and 25 hours, from the source to the table. Five minutes of delay. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class WindowTimeZoneTest {
    @TempDir
    Path folder;

    private static void send(ReadingsBroker.Readings readings, String... times) {
        for (String time : times) {
            readings.sendText(0, "{\"UnitId\": \"unit-0\", \"ReadingTime\": \"" + time + "\"}");
        }
    }

    private static String row(String start, long readings) {
        return Instant.parse(start).getEpochSecond() / 60 + " unit-0 " + readings;
    }

    /** Through a shuffle, which cuts windows twice: for the partial aggregates and for the ledger. */
    @Test
    void eachDayHasTheHoursThatTheClocksShow() throws Exception {
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"))) {
            ReadingsBroker.Readings readings = broker.readings("days", 1);
            CountingQuery query = CountingQuery.of(readings, folder)
                    .replace("INTERVAL '10' MINUTE", "INTERVAL '1' DAY")
                    .withLine("windowTimeZone: Europe/Oslo")
                    .shuffled();
            send(readings, "2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z");
            send(readings, "2026-03-29T22:00:00Z");
            query.runToEnd();
            assertThat(query.rows()).containsExactly(row("2026-03-27T23:00:00Z", 1));
            send(readings, "2026-03-29T22:05:00Z", "2026-03-29T21:59:59Z");
            send(readings, "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:05:00Z");
            StreamingQuery run = query.runToEnd();
            assertThat(query.rows())
                    .containsExactly(
                            row("2026-03-27T23:00:00Z", 1),
                            row("2026-03-28T23:00:00Z", 2),
                            row("2026-03-29T22:00:00Z", 2),
                            row("2026-10-24T22:00:00Z", 2));
            assertThat(run.lastProgress().partitions())
                    .singleElement()
                    .satisfies(partition -> assertThat(partition.lastLate())
                            .extracting(QueryProgress.LateRecord::windowStart, QueryProgress.LateRecord::windowEnd)
                            .containsExactly("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"));
            assertThatThrownBy(
                            () -> query.replace("Europe/Oslo", "Europe/Berlin").runToEnd())
                    .isInstanceOf(QueryStartException.class)
                    .hasMessageContaining("query: window: was 1 day in Europe/Oslo, is 1 day in Europe/Berlin");
            assertThatThrownBy(() ->
                            query.replace("windowTimeZone: Europe/Oslo\n", "").runToEnd())
                    .isInstanceOf(QueryStartException.class)
                    .hasMessageContaining("query: window: was 1 day in Europe/Oslo, is 1 day\n");
        }
    }

    @Test
    void openDayTellsWhenItCloses() throws Exception {
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"))) {
            ReadingsBroker.Readings readings = broker.readings("open", 1);
            StreamingQuery running = CountingQuery.of(readings, folder)
                    .replace("INTERVAL '10' MINUTE", "INTERVAL '1' DAY")
                    .withLine("windowTimeZone: Europe/Oslo")
                    .endless()
                    .start();
            send(readings, "2026-03-28T23:00:00Z");
            Await.until(
                    "the day of 23 hours is open",
                    Duration.ofSeconds(30),
                    () -> daysOf(running)
                            .equals(List.of("2026-03-28T23:00:00Z 2026-03-29T22:00:00Z 2026-03-29T22:05:00Z")));
            send(readings, "2026-10-24T22:00:00Z");
            Await.until(
                    "the day of 25 hours is open",
                    Duration.ofSeconds(30),
                    () -> daysOf(running)
                            .equals(List.of("2026-10-24T22:00:00Z 2026-10-25T23:00:00Z 2026-10-25T23:05:00Z")));
            CountingQuery.stop(running);
        }
    }

    private static List<String> daysOf(StreamingQuery running) {
        try {
            return running.openWindows().ask(WindowQuestion.all(10)).windows().stream()
                    .map(day -> day.windowStart() + " " + day.windowEnd() + " " + day.closesAt())
                    .toList();
        } catch (WindowsMovingException notYet) {
            return List.of();
        }
    }
}
