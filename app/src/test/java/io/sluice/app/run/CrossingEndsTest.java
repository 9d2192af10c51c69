package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.cost.RunMeter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances of one available-now query, each of which owns the partition of which the other saw more: without an end to their
 * waiting they wait for each other for ever.
 */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class CrossingEndsTest {
    private static final int READINGS = 100;

    @TempDir
    Path folder;

    @Test
    void instancesThatWaitForEachOtherReadOnAndEnd() throws Exception {
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"))) {
            ReadingsBroker.Readings readings = broker.readings("crossing", 2);
            readings.send(0, IntStream.range(0, READINGS).toArray());
            readings.send(1, IntStream.range(0, READINGS).toArray());
            TopicPartition zero = new TopicPartition(readings.topic(), 0);
            TopicPartition one = new TopicPartition(readings.topic(), 1);
            CountingQuery query = CountingQuery.of(readings, folder);
            StreamingQuery ownerOfZero = start(query, 0, Map.of(zero, 80L, one, 100L));
            StreamingQuery ownerOfOne = start(query, 1, Map.of(zero, 100L, one, 90L));
            CompletableFuture<?> ends = CompletableFuture.allOf(end(ownerOfZero), end(ownerOfOne));
            try {
                ends.get(40, TimeUnit.SECONDS);
            } finally {
                ownerOfZero.requestStop();
                ownerOfOne.requestStop();
                ends.join();
            }
            assertThat(query.rows()).containsExactlyInAnyOrderElementsOf(closedWindows());
        }
    }

    /** @param first the ends that the first question is answered with; later ones get the truth */
    private static StreamingQuery start(CountingQuery query, int owned, Map<TopicPartition, Long> first)
            throws Exception {
        AtomicInteger questions = new AtomicInteger();
        ReadingEnds ends = new ReadingEnds(
                (cluster, source) -> questions.getAndIncrement() == 0 ? first : cluster.settledEndOffsets(source),
                Duration.ofSeconds(1));
        CountingQuery owner = query.instance("checkpoint-" + owned).withLine("""
                streams:
                  group.protocol: classic
                  task.assignor.class: io.sluice.app.run.PinnedTasks
                  client.tag.owns: "%d"
                """.formatted(owned));
        return StreamingQuery.start(owner.compile(), RunMeter.fromNow(), ends);
    }

    private static CompletableFuture<Void> end(StreamingQuery query) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        query.awaitTermination();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                },
                task -> new Thread(task, "awaits-the-end").start());
    }

    /** The last reading puts the watermark at minute 94. */
    private static List<String> closedWindows() {
        List<String> windows = new ArrayList<>();
        for (int minute = 0; minute < 90; minute += 10) {
            windows.add(minute + " unit-0 10");
            windows.add(minute + " unit-1 10");
        }
        return windows;
    }
}
