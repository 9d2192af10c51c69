package io.sluice.delta;

import io.delta.storage.CloseableIterator;
import io.sluice.delta.log.AtomicFileLogStore;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The product's log store, with a fault for each of the next writes, or for each call by {@link StorageFaults}. Made by reflection,
 * hence the static queue.
 */
public final class FaultyLogStore extends AtomicFileLogStore {
    static final LinkedBlockingDeque<Fault> FAULTS = new LinkedBlockingDeque<>();

    /** What somebody else does right before the next write. */
    private static volatile Runnable rival = () -> {};

    enum Fault {
        NONE,
        FAILS_BEFORE,
        FAILS_AFTER,
        /** The store made the file, lost the answer, tried again by itself and found it there. */
        FINDS_ITS_OWN_FILE,
        DIES_AFTER,
        DISK_FULL,
        READ_ONLY
    }

    public FaultyLogStore(Configuration configuration) {
        super(configuration);
    }

    static void next(Fault... faults) {
        FAULTS.clear();
        FAULTS.addAll(List.of(faults));
    }

    static void rivalBeforeNextWrite(Runnable action) {
        rival = action;
    }

    @Override
    public Iterator<FileStatus> listFrom(Path path, Configuration configuration) throws IOException {
        return StorageFaults.during("log list", () -> super.listFrom(path, configuration));
    }

    @Override
    public CloseableIterator<String> read(Path path, Configuration configuration) throws IOException {
        if (path.getName().equals("_last_checkpoint")) {
            return super.read(path, configuration); // on a failure the library sleeps for three seconds
        }
        return StorageFaults.during("log read", () -> super.read(path, configuration));
    }

    @Override
    public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration configuration)
            throws IOException {
        StorageFaults.during("log write " + path.getName(), () -> {
            writeByQueue(path, lines, overwrite, configuration);
            return path;
        });
    }

    private void writeByQueue(Path path, Iterator<String> lines, Boolean overwrite, Configuration configuration)
            throws IOException {
        Runnable now = rival;
        rival = () -> {};
        now.run();
        Fault fault = FAULTS.poll();
        switch (fault == null ? Fault.NONE : fault) {
            case NONE -> super.write(path, lines, overwrite, configuration);
            case FAILS_BEFORE -> throw new IOException("connection refused");
            case DISK_FULL ->
                throw new java.nio.file.FileSystemException(path.toString(), null, "No space left on device");
            case READ_ONLY ->
                throw new java.nio.file.FileSystemException(path.toString(), null, "Read-only file system");
            case FAILS_AFTER -> {
                super.write(path, lines, overwrite, configuration);
                throw new IOException("connection reset");
            }
            case FINDS_ITS_OWN_FILE -> {
                super.write(path, lines, overwrite, configuration);
                throw new java.nio.file.FileAlreadyExistsException(path.toString());
            }
            case DIES_AFTER -> {
                super.write(path, lines, overwrite, configuration);
                throw new NoClassDefFoundError("org/apache/commons/lang3/Missing");
            }
        }
    }
}
