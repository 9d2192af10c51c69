package io.sluice.app.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Query files for tests. */
final class QueryFiles {
    static final Map<String, String> NO_VARIABLES = Map.of();

    /** A file in which every option that can stand beside the others has a value. */
    static final String FULL = """
            name: freezer_10min
            kafka: {bootstrap.servers: "localhost:9092", security.protocol: PLAINTEXT}
            sources:
              readings:
                kafka: {topic: freezer-readings, startingOffsets: earliest, failOnDataLoss: false}
                format: json
                timeZone: UTC
                coercion: lenient
                nonFinite: accept
                explode: readings[*]
                envelope: {path: data, encoding: base64}
                framing: registry
                limits: {depth: 50, stringLength: 1000, numberLength: 100, messageBytes: 1000000}
                key: [UnitId]
                schema:
                  UnitId: string not null
                  TemperatureC: {type: double, nullable: true}
                  ReadingTime: timestamp
                watermark: {column: ReadingTime, delay: 15 minutes, maxFutureSkew: 10 minutes, idleTimeout: never, closeWhenIdle: 30 minutes}
                badRecords: toNull
                lateRecords: topic
            query: |
              SELECT window_start, UnitId, COUNT(*) AS Readings
              FROM readings
            windowTimeZone: Europe/Oslo
            sink:
              delta:
                path: lakehouse/Tables/freezer_10min
                partitionBy: [UnitId]
                tableProperties: {delta.appendOnly: true}
                compression: zstd
            outputMode: append
            trigger: {processingTime: 1 minute}
            checkpointLocation: checkpoints/freezer_10min
            state: {standbyReplicas: 1, memory: 32 MB, heap: 100 MB}
            streams: {num.stream.threads: 2}
            shutdownTimeout: 10 seconds
            health: {stalledAfter: 5 minutes, stopWhenStalled: true}
            restart: {policy: onFailure, maxRetries: 5, backoff: 1 second}
            http: {port: 0, host: 127.0.0.1, advertised: "node-1:8080", token: 0123456789abcdef, insecure: false}
            """;

    private QueryFiles() {}

    static QueryFile read(Path folder, String yaml) throws IOException, QueryFileException {
        return read(folder, yaml, Map.of(), NO_VARIABLES);
    }

    static QueryFile read(Path folder, String yaml, Map<String, String> overrides, Map<String, String> environment)
            throws IOException, QueryFileException {
        return QueryFileReader.read(Files.writeString(folder.resolve("query.yaml"), yaml), overrides, environment);
    }

    /** The rendered problems of a file, none when it is good. */
    static List<String> problems(Path folder, String yaml) throws IOException {
        return problems(folder, yaml, Map.of());
    }

    static List<String> problems(Path folder, String yaml, Map<String, String> overrides) throws IOException {
        try {
            read(folder, yaml, overrides, NO_VARIABLES);
            return List.of();
        } catch (QueryFileException e) {
            return String.valueOf(e.getMessage())
                    .lines()
                    .map(line -> line.replace(folder + "/", ""))
                    .toList();
        }
    }

    /** The full file with one text replaced by another, which must be in it. */
    static String fullWith(String replaced, String replacement) {
        if (!FULL.contains(replaced)) {
            throw new IllegalArgumentException("the full file does not contain: " + replaced);
        }
        return FULL.replace(replaced, replacement);
    }
}
