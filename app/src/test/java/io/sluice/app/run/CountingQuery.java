package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.progress.QueryProgress;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The file of a query that counts the readings of each unit in windows of ten minutes, by default as an available-now run, with its
 * table and checkpoint in one folder. Immutable: what changes the text gives a changed copy.
 */
record CountingQuery(String name, Path folder, String text) {
    private static final String TEXT = """
            name: NAME
            kafka: {bootstrap.servers: "SERVERS"}
            sources:
              readings:
                kafka: {topic: NAME-readings, startingOffsets: earliest}
                key: [UnitId]
                schema: {UnitId: string, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 5 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: "FOLDER/table"}
            trigger: availableNow
            checkpointLocation: "FOLDER/checkpoint"
            """;

    static CountingQuery of(ReadingsBroker.Readings readings, Path folder) {
        String text = TEXT.replace("NAME", readings.query())
                .replace("SERVERS", readings.broker().servers())
                .replace("FOLDER", folder.toString());
        return new CountingQuery(readings.query(), folder, text);
    }

    /** @param part which the text must have */
    CountingQuery replace(String part, String replacement) {
        assertThat(text).contains(part);
        return new CountingQuery(name, folder, text.replace(part, replacement));
    }

    CountingQuery withLine(String line) {
        return new CountingQuery(name, folder, text + line + "\n");
    }

    /** Without a word about the record key, so that readings go through a shuffle. */
    CountingQuery shuffled() {
        return replace("    key: [UnitId]\n", "");
    }

    /** Runs until it is stopped. */
    CountingQuery endless() {
        return replace("trigger: availableNow", "trigger: {processingTime: 200 milliseconds}");
    }

    /** With a checkpoint of its own. */
    CountingQuery instance(String instance) {
        return replace("/checkpoint\"", "/" + instance + "\"");
    }

    /** Under another name; it reads the same topic. */
    CountingQuery named(String other) {
        return replace("name: " + name + "\n", "name: " + other + "\n");
    }

    QueryDefinition compile() throws IOException, QueryFileException {
        Path file = Files.createTempFile(folder, "query", ".yaml");
        try {
            Files.writeString(file, text);
            return QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
        } finally {
            Files.delete(file);
        }
    }

    StreamingQuery start() throws Exception {
        return StreamingQuery.start(compile());
    }

    StreamingQuery runToEnd() throws Exception {
        StreamingQuery query = start();
        query.awaitTermination();
        return query;
    }

    static void stop(StreamingQuery query) throws InterruptedException {
        query.requestStop();
        query.awaitTermination();
    }

    /** How many readings a query has read, in this run and before. */
    static long readings(StreamingQuery query) {
        return query.lastProgress().partitions().stream()
                .mapToLong(QueryProgress.SourcePartition::rows)
                .sum();
    }

    Path table() {
        return folder.resolve("table");
    }

    /** The table's rows: the window's start in minutes, the unit and the number of readings. */
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        DeltaTable.at(table().toString(), DeltaOptions.defaults())
                .read(row -> rows.add(row.longAt(0) / 60_000_000 + " " + (row.isNull(1) ? null : row.stringAt(1)) + " "
                        + row.longAt(2)));
        rows.sort(null);
        return rows;
    }
}
