package io.sluice.app.checkpoint;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The local offset checkpoint of the sink stage: transaction id -> next offset and the version of the table that holds
 * everything below it, and the id of that table. It is a copy of what the Delta log says, kept to notice a table that has lost it.
 * Thread-safe.
 */
public final class LocalOffsets {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param version version of the table whose commit reached {@code nextOffset} */
    public record Position(long nextOffset, long version) {}

    /** @param table null in a file of an older release */
    private record Content(
            Map<String, Position> positions, @Nullable String table) {}

    private final Path file;
    private final TreeMap<String, Position> positions;
    private @Nullable String table;

    private LocalOffsets(Path file, Content content) {
        this.file = file;
        this.positions = new TreeMap<>(content.positions);
        this.table = content.table;
    }

    static LocalOffsets load(Path file) {
        if (!Files.exists(file)) {
            return new LocalOffsets(file, new Content(Map.of(), null));
        }
        try {
            return new LocalOffsets(file, JSON.readValue(file.toFile(), Content.class));
        } catch (IOException unreadable) {
            throw new CheckpointException(
                    file + ": cannot be read (" + BrokenJson.where(unreadable)
                            + "); delete it, the positions are in the table's log as well",
                    unreadable);
        }
    }

    public synchronized Map<String, Position> positions() {
        return Map.copyOf(positions);
    }

    /** The id of the table that holds the rows; empty when none is known. */
    public synchronized Optional<String> table() {
        return Optional.ofNullable(table);
    }

    /**
     * Saves positions, all of one table, beside those of other transaction ids, atomically and durably.
     *
     * @throws CheckpointException when the file cannot be written
     */
    public synchronized void save(String tableId, Map<String, Position> changed) {
        table = tableId;
        positions.putAll(changed);
        try {
            DurableFile.replace(file, JSON.writeValueAsBytes(new Content(positions, table)));
        } catch (IOException refused) {
            throw new CheckpointException(
                    file + ": cannot be written (" + refused + "); check permissions and free space. No row is lost:"
                            + " the positions are in the table's log as well",
                    refused);
        }
    }

    /** Deletes what is saved, so that it raises no alarm about a table that is accepted as it is. */
    public synchronized void forget() {
        positions.clear();
        table = null;
        try {
            Files.deleteIfExists(file);
        } catch (IOException refused) {
            throw new CheckpointException(file + ": cannot be deleted (" + refused + "); check permissions", refused);
        }
    }
}
