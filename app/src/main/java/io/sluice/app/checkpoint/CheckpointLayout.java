package io.sluice.app.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What lies where in the checkpoint folder of one instance:
 *
 * <pre>
 * lock           held by the process that runs the query here
 * query.json     identity and fingerprint
 * instance       name of this instance in Kafka's groups, so that a restart is known again at once
 * state/         state stores of Kafka Streams
 * offsets/       local offset checkpoint of the sink stage
 * progress.json  last progress reports
 * runs.ndjson    what the last runs have used
 * kafka/         data of the embedded broker, where one is used
 * </pre>
 */
public record CheckpointLayout(Path folder) {

    Path lock() {
        return folder.resolve("lock");
    }

    Path identity() {
        return folder.resolve("query.json");
    }

    Path instance() {
        return folder.resolve("instance");
    }

    public Path state() {
        return folder.resolve("state");
    }

    private Path offsets() {
        return folder.resolve("offsets");
    }

    Path positions() {
        return offsets().resolve("positions.json");
    }

    public Path progress() {
        return folder.resolve("progress.json");
    }

    public Path runs() {
        return folder.resolve("runs.ndjson");
    }

    public Path embeddedBroker() {
        return folder.resolve("kafka");
    }

    /** Whether nothing but the lock lies here. */
    boolean isUnused() throws IOException {
        return isEmptyBut(folder, List.of(lock(), offsets())) && isEmptyBut(offsets(), List.of());
    }

    private static boolean isEmptyBut(Path folder, List<Path> expected) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.allMatch(expected::contains);
        } catch (NoSuchFileException deleted) {
            return true;
        }
    }

    /** Deletes the folder, which is unused. */
    void delete() throws IOException {
        for (Path path : List.of(offsets(), lock(), folder)) {
            Files.deleteIfExists(path);
        }
    }

    /** What a query leaves here that a reset deletes: all but the lock and the embedded broker's data, which holds its source. */
    public List<Path> ofQuery() {
        return List.of(state(), offsets(), identity(), instance(), progress(), runs());
    }
}
