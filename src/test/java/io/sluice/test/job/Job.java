package io.sluice.test.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import io.sluice.test.read.KernelReader;
import io.sluice.test.read.TableRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A query file with its table and checkpoint in one folder, and runs of it as processes. Immutable: {@link #with} gives a changed
 * copy, by the command line's {@code --set}.
 */
record Job(Path folder, Path file, Map<String, String> settings) {
    static final Duration SOON = Duration.ofSeconds(90);
    private static final String MAIN = "io.sluice.app.Main";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String KEY = "key: [UnitId]";
    private static final String READINGS = """
            name: %1$s
            kafka: {bootstrap.servers: "%2$s", session.timeout.ms: "6000"}
            sources:
              readings:
                kafka: {topic: %1$s-readings, startingOffsets: earliest}
                %4$s
                schema: {UnitId: string, TemperatureC: double, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 5 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId,
                     MIN(TemperatureC) AS MinC, MAX(TemperatureC) AS MaxC, AVG(TemperatureC) AS AvgC, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: "%3$s/table"}
            checkpointLocation: "%3$s/checkpoint"
            streams: {producer.transaction.timeout.ms: "5000"}
            """;

    Job {
        settings = new LinkedHashMap<>(settings);
    }

    /** Statistics by unit over the topic NAME-readings, with the default trigger and a watermark of five minutes. */
    static Job readings(Path folder, BrokerProcess broker, String name) {
        return ofText(folder, text(folder, broker, name, KEY));
    }

    /** The same without a word about the record key, so that readings go through a shuffle. */
    static Job shuffledReadings(Path folder, BrokerProcess broker, String name) {
        return ofText(folder, text(folder, broker, name, "format: json"));
    }

    private static String text(Path folder, BrokerProcess broker, String name, String key) {
        return READINGS.formatted(name, broker.bootstrapServers(), folder.toAbsolutePath(), key);
    }

    static Job ofText(Path folder, String text) {
        try {
            Files.createDirectories(folder);
            return new Job(folder, Files.writeString(folder.resolve("query.yaml"), text), Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Job with(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.put(key, value);
        return new Job(folder, file, changed);
    }

    Job availableNow() {
        return with("trigger", "availableNow");
    }

    Path table() {
        return Path.of(settings.getOrDefault(
                "sink.delta.path", folder.toAbsolutePath().resolve("table").toString()));
    }

    Path checkpoint() {
        return Path.of(settings.getOrDefault(
                "checkpointLocation",
                folder.toAbsolutePath().resolve("checkpoint").toString()));
    }

    /** {@code sluice COMMAND FILE ...} with the settings, and further arguments behind them. */
    Launch command(String command, String... arguments) {
        List<String> words =
                new ArrayList<>(List.of(command, file.toAbsolutePath().toString()));
        settings.forEach((key, value) -> words.addAll(List.of("--set", key + "=" + value)));
        words.addAll(List.of(arguments));
        return Launch.product(MAIN, words.toArray(String[]::new));
    }

    /** Starts {@code sluice run}. */
    ChildProcess start(String run) {
        return command("run").start(folder, run);
    }

    /** Runs it as an available-now run, which must end by itself and well. */
    void runToEnd(String run) {
        try (ChildProcess process = availableNow().start(run)) {
            process.awaitExit(0, SOON);
        }
    }

    /** As {@link #runToEnd}, in this process: for what has nothing to do with processes. */
    void runToEndHere() {
        StreamingQuery query = StreamingQuery.start(availableNow().definition());
        try {
            query.awaitTermination();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    /** The table's rows by Delta Kernel, sorted by their text. */
    List<TableRow> rows() {
        return KernelReader.rows(table());
    }

    /** The newest version of the table of which there is a file, or -1. */
    long version() {
        Path log = table().resolve("_delta_log");
        if (!Files.isDirectory(log)) {
            return -1;
        }
        try (Stream<Path> files = Files.list(log)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("\\d{20}\\.json"))
                    .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
                    .max()
                    .orElse(-1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last progress report in the checkpoint folder. */
    JsonNode progress() {
        JsonNode reports = reports();
        return reports.get(reports.size() - 1);
    }

    /** The progress reports of the last run, the oldest first; a hundred at most. */
    JsonNode reports() {
        try {
            return JSON.readTree(checkpoint().resolve("progress.json").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A total over all partitions of the source, such as {@code lateRows}, as of the last report. */
    long total(String field) {
        long total = 0;
        for (JsonNode partition : progress().get("partitions")) {
            total += partition.get(field).asLong();
        }
        return total;
    }

    QueryDefinition definition() {
        try {
            return QueryCompiler.compile(QueryFileReader.read(file, settings));
        } catch (QueryFileException e) {
            throw new AssertionError(e);
        }
    }
}
