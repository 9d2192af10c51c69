package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The query for Sluice, as a file in a folder of its own that also takes checkpoint and table. */
final class SluiceQuery {
    static final String TABLE = "table";

    private static final String TEXT = """
            name: %1$s
            kafka: {bootstrap.servers: "%2$s"}
            sources:
              readings:
                kafka: {topic: %3$s, startingOffsets: earliest}
                %4$s
                schema: {UnitId: string, TemperatureC: double, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: %6$s}
            query: |
              SELECT window_start AS WindowStart, UnitId,
                     MIN(TemperatureC) AS MinC, MAX(TemperatureC) AS MaxC, AVG(TemperatureC) AS AvgC, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL %5$s))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: table}
            checkpointLocation: checkpoint
            streams: {num.stream.threads: 2}
            """;

    private static final String APPEND = """
            name: %1$s
            kafka: {bootstrap.servers: "%2$s"}
            sources:
              readings:
                kafka: {topic: %3$s, startingOffsets: earliest}
                schema: {UnitId: string, TemperatureC: double, ReadingTime: timestamp}
            query: SELECT UnitId, TemperatureC, ReadingTime FROM readings
            sink:
              delta: {path: table}
            checkpointLocation: checkpoint
            streams: {num.stream.threads: 2}
            """;

    private final Path script;
    private final Path folder;
    private final Path file;

    private SluiceQuery(Path script, Path folder, Path file) {
        this.script = script;
        this.folder = folder;
        this.file = file;
    }

    /** What tells one query from another. */
    record Shape(String topic, boolean keyed, String window, String delay) {
        static final Shape KEYED = new Shape(Workload.KEYED, true, "'10' MINUTE", "15 minutes");
        static final Shape SHUFFLED = new Shape(Workload.SHUFFLED, false, "'10' MINUTE", "15 minutes");
    }

    static SluiceQuery in(Path folder, Path checkout, String bootstrapServers, String name, Shape shape)
            throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        String key = shape.keyed() ? "key: [UnitId]" : "format: json";
        String text = TEXT.formatted(name, bootstrapServers, shape.topic(), key, shape.window(), shape.delay());
        return in(checkout, own, text);
    }

    /** Each reading as it is, without a window. */
    static SluiceQuery append(Path folder, Path checkout, String bootstrapServers, String name) throws IOException {
        return in(
                checkout,
                Files.createDirectories(folder.resolve(name)),
                APPEND.formatted(name, bootstrapServers, Workload.KEYED));
    }

    private static SluiceQuery in(Path checkout, Path own, String text) throws IOException {
        return new SluiceQuery(checkout.resolve("sluice"), own, Files.writeString(own.resolve("query.yaml"), text));
    }

    /**
     * A run by the start script.
     *
     * @param settings in the form key=value
     */
    Child run(String run, String jvmOptions, String... settings) {
        List<String> command = new ArrayList<>(List.of(script.toString(), "run", file.toString()));
        for (String setting : settings) {
            command.addAll(List.of("--set", setting));
        }
        return new Child(run, command, Map.of("SLUICE_JAVA_OPTS", jvmOptions));
    }

    /** The working folder of all its runs. */
    Path folder() {
        return folder;
    }

    Path table() {
        return folder.resolve(TABLE);
    }
}
