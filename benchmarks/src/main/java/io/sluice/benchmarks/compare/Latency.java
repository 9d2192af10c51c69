package io.sluice.benchmarks.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.file.DataFileReader;
import io.sluice.delta.file.LocalTableFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * From handing a record that closes a window to the producer until the version of the table that holds all rows of that window and
 * partition can be seen, with the default trigger and readings at a steady rate. Windows of one second close one second late, in
 * four partitions, so that each second gives four samples.
 */
final class Latency {
    private static final String TOPIC = "latency";
    private static final int WARM_UP_SECONDS = 20;
    private static final long SECOND_MS = 1_000;
    private static final long DELAY_MS = 1_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Site site;
    private final int rate;
    private final int seconds;
    /** When a partition's window was closed by its record. */
    private final Map<PartOfWindow, Long> closedNanos = new HashMap<>();

    private final Map<Long, Long> seenNanos = new ConcurrentHashMap<>();
    private final AtomicBoolean done = new AtomicBoolean();

    private record PartOfWindow(long windowStartMs, int partition) {}

    /** @param rate readings per second */
    Latency(Site site, int rate, int seconds) {
        this.site = site;
        this.rate = rate;
        this.seconds = seconds;
    }

    Table run() throws IOException, InterruptedException, ExecutionException {
        Workload.createTopic(site.broker().bootstrapServers(), TOPIC);
        SluiceQuery query = site.sluice("sluice_latency", new SluiceQuery.Shape(TOPIC, true, "'1' SECOND", "1 second"));
        Process process = query.run("run", "").start(query.folder());
        Path log = query.table().resolve("_delta_log");
        Thread watch = new Thread(() -> watch(log), "watch " + log);
        watch.start();
        feed(WARM_UP_SECONDS);
        long measuredFromMs = System.currentTimeMillis();
        double before = ProcessFacts.cpuSeconds(process.pid());
        feed(seconds);
        double cpu = ProcessFacts.cpuSeconds(process.pid()) - before;
        process.destroy();
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IllegalStateException("the query did not end well, see " + query.folder());
        }
        done.set(true);
        watch.join();
        return table(samples(query.table(), measuredFromMs), cpu);
    }

    private void watch(Path log) {
        try {
            for (long version = 0; !done.get(); Thread.sleep(1)) {
                while (Files.exists(file(log, version))) {
                    seenNanos.put(version++, System.nanoTime());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path file(Path log, long version) {
        return log.resolve("%020d.json".formatted(version));
    }

    private void feed(int forSeconds) throws InterruptedException {
        Workload.Units units = new Workload.Units(new Random(7));
        long[] lastSecond = new long[Workload.PARTITIONS];
        long start = System.nanoTime();
        long total = (long) rate * forSeconds;
        try (Sender sender = new Sender(site.broker().bootstrapServers(), 1)) {
            for (long sent = 0; sent < total; ) {
                long due = Math.min(total, (System.nanoTime() - start) * rate / 1_000_000_000L);
                long now = System.currentTimeMillis();
                for (; sent < due; sent++) {
                    int unit = (int) (sent % Workload.UNITS);
                    int partition = unit % Workload.PARTITIONS;
                    if (now / SECOND_MS > lastSecond[partition]) {
                        lastSecond[partition] = now / SECOND_MS;
                        closes(now, partition);
                    }
                    sender.send(new ProducerRecord<>(TOPIC, partition, units.key(unit), units.value(unit, now)));
                }
                Thread.sleep(1);
            }
        }
    }

    private void closes(long now, int partition) {
        long windowStart = (now / SECOND_MS - 1) * SECOND_MS - DELAY_MS;
        closedNanos.putIfAbsent(new PartOfWindow(windowStart, partition), System.nanoTime());
    }

    /** Sorted, in milliseconds. */
    private List<Double> samples(Path table, long measuredFromMs) throws IOException {
        Map<PartOfWindow, Long> visibleNanos = new HashMap<>();
        DataFileReader reader = new DataFileReader(
                new LocalTableFolder(table),
                DeltaTable.at(table.toString(), DeltaOptions.defaults()).schema());
        for (Map.Entry<Long, Long> version : seenNanos.entrySet()) {
            for (String action : Files.readAllLines(file(table.resolve("_delta_log"), version.getKey()))) {
                JsonNode add = JSON.readTree(action).path("add");
                if (!add.isMissingNode()) {
                    reader.read(
                            add.get("path").textValue(),
                            Map.of(),
                            row -> visibleNanos.merge(
                                    new PartOfWindow(row.longAt(0) / 1_000, partition(row.stringAt(1))),
                                    version.getValue(),
                                    Math::max));
                }
            }
        }
        List<Double> samples = new ArrayList<>();
        closedNanos.forEach((part, closed) -> {
            Long visible = visibleNanos.get(part);
            if (visible != null && part.windowStartMs() >= measuredFromMs) {
                samples.add((visible - closed) / 1e6);
            }
        });
        return samples.stream().sorted().toList();
    }

    private static int partition(String unit) {
        return Integer.parseInt(unit.substring("unit-".length())) % Workload.PARTITIONS;
    }

    private Table table(List<Double> samples, double cpu) {
        Table table = new Table("readings/s", "samples", "median ms", "p90 ms", "p99 ms", "max ms", "cores used");
        table.add(
                String.format(Locale.ROOT, "%,d", rate),
                Integer.toString(samples.size()),
                percentile(samples, 50),
                percentile(samples, 90),
                percentile(samples, 99),
                percentile(samples, 100),
                Table.number(cpu / seconds));
        return table;
    }

    private static String percentile(List<Double> sorted, int percent) {
        int index = Math.min(sorted.size() - 1, sorted.size() * percent / 100);
        return String.format(Locale.ROOT, "%.0f", sorted.get(index));
    }
}
