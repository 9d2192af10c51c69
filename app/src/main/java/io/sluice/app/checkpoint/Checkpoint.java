package io.sluice.app.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * The checkpoint folder of one instance, held by a lock while it is open.
 *
 * <p>Losing the folder loses nothing but time (unless the embedded broker's data lies in it): state comes back from the
 * changelogs, positions from the table's log.
 */
public final class Checkpoint implements AutoCloseable {
    private final CheckpointLayout layout;
    private final LockFile lock;
    private final boolean made;

    /** @param made whether the folder was not there before */
    private Checkpoint(CheckpointLayout layout, LockFile lock, boolean made) {
        this.layout = layout;
        this.lock = lock;
        this.made = made;
    }

    /** Creates the folder where needed and takes its lock. */
    public static Checkpoint open(Path folder) {
        CheckpointLayout layout = new CheckpointLayout(folder);
        boolean made = !Files.exists(folder);
        try {
            Files.createDirectories(layout.positions().getParent());
            LockFile lock = LockFile.take(layout.lock())
                    .orElseThrow(() -> new CheckpointException("checkpointLocation = " + folder
                            + ": is in use by another process; give each instance and each query a folder of its own"));
            return new Checkpoint(layout, lock, made);
        } catch (IOException refused) {
            throw new CheckpointException(
                    "checkpointLocation = " + folder + ": cannot be written (" + refused
                            + "); check the path, its permissions and the free space",
                    refused);
        }
    }

    public Path folder() {
        return layout.folder();
    }

    public CheckpointLayout layout() {
        return layout;
    }

    public LocalOffsets offsets() {
        return LocalOffsets.load(layout.positions());
    }

    /** The identity this folder belongs to; empty when it is new. */
    public Optional<QueryIdentity> identity() {
        Path file = layout.identity();
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(QueryIdentity.fromJson(Files.readAllBytes(file), file.toString()));
        } catch (IOException unreadable) {
            throw new CheckpointException(file + ": cannot be read (" + unreadable + ")", unreadable);
        }
    }

    public void saveIdentity(QueryIdentity identity) {
        replace(layout.identity(), identity.toJson());
    }

    /** A name for this instance that survives restarts, made at the first call. */
    public String instanceId() {
        Path file = layout.instance();
        try {
            if (Files.exists(file)) {
                return Files.readString(file, StandardCharsets.UTF_8).strip();
            }
        } catch (IOException unreadable) {
            throw new CheckpointException(file + ": cannot be read (" + unreadable + ")", unreadable);
        }
        String made = UUID.randomUUID().toString();
        replace(file, made.getBytes(StandardCharsets.UTF_8));
        return made;
    }

    private static void replace(Path file, byte[] content) {
        try {
            DurableFile.replace(file, content);
        } catch (IOException refused) {
            throw new CheckpointException(
                    file + ": cannot be written (" + refused + "); check permissions and free space", refused);
        }
    }

    /** Releases the lock; a folder that was made for nothing, as by a start that was refused, goes. */
    @Override
    public void close() {
        try {
            if (made && layout.isUnused()) {
                layout.delete();
            }
            lock.close();
        } catch (IOException refused) {
            throw new CheckpointException(
                    "checkpointLocation = " + folder() + ": the lock cannot be released", refused);
        }
    }
}
