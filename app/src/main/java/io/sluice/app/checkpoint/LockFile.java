package io.sluice.app.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file that one holder at a time has, of all processes and within each. The operating system releases it with the process. */
public final class LockFile implements AutoCloseable {
    private final FileChannel channel;

    private LockFile(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Makes the file and its folder where needed. The file stays when the lock is released.
     *
     * @return empty when it has a holder
     */
    public static Optional<LockFile> take(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) != null) {
                return Optional.of(new LockFile(channel));
            }
        } catch (IOException refused) {
            channel.close();
            throw refused;
        }
        channel.close();
        return Optional.empty();
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
