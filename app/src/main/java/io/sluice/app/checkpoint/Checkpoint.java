package io.sluice.app.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint folder of one instance, held by a lock while it is open:
 *
 * <pre>
 * lock           held by the process that runs the query here
 * query.json     identity and fingerprint
 * instance       name of this instance in Kafka's groups, so that a restart is known again at once
 * state/         state stores of Kafka Streams
 * offsets/       local offset checkpoint of the sink stage
 * progress.json  last progress reports
 * kafka/         data of the embedded broker, where one is used
 * </pre>
 *
 * <p>Losing the folder loses nothing but time (unless the embedded broker's data lies in it): state comes back from the
 * changelogs, positions from the table's log.
 */
public final class Checkpoint implements AutoCloseable {
    private final Path folder;
    private final FileChannel lockFile;

    private Checkpoint(Path folder, FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
    }

    /** Creates the folder where needed and takes its lock. */
    public static Checkpoint open(Path folder) {
        try {
            Files.createDirectories(folder.resolve("offsets"));
            FileChannel channel =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new CheckpointException("checkpointLocation = " + folder
                        + ": is in use by another process; give each instance and each query a folder of its own");
            }
            return new Checkpoint(folder, channel);
        } catch (IOException refused) {
            throw new CheckpointException(
                    "checkpointLocation = " + folder + ": cannot be written (" + refused
                            + "); check the path, its permissions and the free space",
                    refused);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    public Path folder() {
        return folder;
    }

    public Path stateFolder() {
        return folder.resolve("state");
    }

    public Path progressFile() {
        return folder.resolve("progress.json");
    }

    public LocalOffsets offsets() {
        return LocalOffsets.load(folder.resolve("offsets").resolve("positions.json"));
    }

    /** The identity this folder belongs to; empty when it is new. */
    public Optional<QueryIdentity> identity() {
        Path file = identityFile();
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
        replace(identityFile(), identity.toJson());
    }

    /** A name for this instance that survives restarts, made at the first call. */
    public String instanceId() {
        Path file = folder.resolve("instance");
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

    private Path identityFile() {
        return folder.resolve("query.json");
    }

    private static void replace(Path file, byte[] content) {
        try {
            DurableFile.replace(file, content);
        } catch (IOException refused) {
            throw new CheckpointException(
                    file + ": cannot be written (" + refused + "); check permissions and free space", refused);
        }
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException refused) {
            throw new CheckpointException("checkpointLocation = " + folder + ": the lock cannot be released", refused);
        }
    }
}
