package io.sluice.app.embedded;

import io.sluice.app.checkpoint.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps two brokers off one data folder. Kafka's own lock does not: two combined nodes that were started on one folder wrote
 * into the same metadata log and left it corrupt.
 */
final class FolderLock implements AutoCloseable {
    private final LockFile lock;

    private FolderLock(LockFile lock) {
        this.lock = lock;
    }

    /** @throws BrokerStartException when the folder cannot be made or written, or another broker holds it */
    static FolderLock take(Path dataFolder) throws BrokerStartException {
        if (dataFolder.toString().contains(",")) {
            throw new BrokerStartException(
                    "the embedded broker's data folder " + dataFolder
                            + ": must not have a comma in its path, which separates folders in Kafka; choose another folder",
                    null);
        }
        try {
            Optional<LockFile> lock = LockFile.take(dataFolder.resolve("broker.lock"));
            if (lock.isEmpty()) {
                throw new BrokerStartException(inUse(dataFolder), null);
            }
            return new FolderLock(lock.get());
        } catch (IOException e) {
            throw new BrokerStartException(
                    "the embedded broker's data folder " + dataFolder + ": cannot be written (" + e
                            + "); make it writable or choose another folder",
                    e);
        }
    }

    private static String inUse(Path dataFolder) throws IOException {
        String holder = BrokerAddress.read(dataFolder)
                .map(address -> "process " + address.processId() + " at " + address.bootstrapServers())
                .orElse("another process, which is just starting");
        return "the embedded broker's data folder " + dataFolder + ": is in use by the broker of " + holder
                + "; stop that one, connect to it, or choose another folder";
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
