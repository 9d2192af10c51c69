package io.sluice.app.checkpoint;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The local offset checkpoint of the sink stage: transaction id -> next offset and the version of the table that holds
 * everything below it. It is a copy of what the Delta log says, kept to notice a table that has lost it. Confined to one thread.
 */
public final class LocalOffsets {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param version version of the table whose commit reached {@code nextOffset} */
    public record Position(long nextOffset, long version) {}

    private record Content(Map<String, Position> positions) {}

    private final Path file;
    private final TreeMap<String, Position> positions;

    private LocalOffsets(Path file, Map<String, Position> positions) {
        this.file = file;
        this.positions = new TreeMap<>(positions);
    }

    static LocalOffsets load(Path file) {
        if (!Files.exists(file)) {
            return new LocalOffsets(file, new TreeMap<>());
        }
        try {
            return new LocalOffsets(
                    file, JSON.readValue(file.toFile(), Content.class).positions());
        } catch (IOException unreadable) {
            throw new CheckpointException(
                    file + ": cannot be read (" + unreadable.getMessage()
                            + "); delete it, the positions are in the table's log as well",
                    unreadable);
        }
    }

    public Map<String, Position> positions() {
        return Map.copyOf(positions);
    }

    /**
     * Saves positions beside those of other transaction ids, atomically and durably.
     *
     * @throws CheckpointException when the file cannot be written
     */
    public void save(Map<String, Position> changed) {
        positions.putAll(changed);
        try {
            DurableFile.replace(file, JSON.writeValueAsBytes(new Content(positions)));
        } catch (IOException refused) {
            throw new CheckpointException(
                    file + ": cannot be written (" + refused + "); check permissions and free space. No row is lost:"
                            + " the positions are in the table's log as well",
                    refused);
        }
    }
}
