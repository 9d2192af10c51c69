package io.sluice.delta;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to each call to storage: of the log store, of the folder of data files and of the file system that checkpoints are
 * written to. Calls are counted, so that a fault can be planned for any of them. One at a time in a JVM, because the library makes
 * log stores by reflection; calls of one thread, since a table is confined to one.
 */
public final class StorageFaults implements AutoCloseable {

    /** What happens to one call. */
    public enum Fault {
        NONE,
        DISK_FULL,
        READ_ONLY,
        FAILS_BEFORE,
        /** It takes effect, and the answer is lost. */
        FAILS_AFTER,
        /** It takes effect, is tried again by the store itself, and finds its own file. */
        FINDS_ITS_OWN_FILE,
        /** It takes effect, and an error is thrown, as by a missing class. */
        DIES_AFTER,
        /** It takes a minute by the clock that {@link #onSlow} moves. */
        SLOW,
        /** The process is gone: neither this call nor any later one has an effect, until {@link #restart}. */
        KILLED,
        KILLED_AFTER,
        /** Somebody else acts, by {@link #onRival}, right before the call. */
        RIVAL
    }

    /** A process that no longer exists. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed");
        }
    }

    /** Which fault a call meets. */
    @FunctionalInterface
    public interface Plan {
        /** @param call how many calls came before it */
        Fault at(long call);
    }

    @FunctionalInterface
    interface Call<T> {
        T run() throws IOException;
    }

    private static volatile @Nullable StorageFaults current;

    private final Plan plan;
    private final List<String> calls = new ArrayList<>();
    private Runnable slow = () -> {};
    private Runnable rival = () -> {};
    private boolean killed;
    private boolean suspended;

    private StorageFaults(Plan plan) {
        this.plan = plan;
    }

    /** Begins; ended by {@link #close}. */
    public static StorageFaults begin(Plan plan) {
        StorageFaults begun = new StorageFaults(plan);
        current = begun;
        return begun;
    }

    @Override
    public void close() {
        current = null;
    }

    public StorageFaults onSlow(Runnable action) {
        slow = action;
        return this;
    }

    public StorageFaults onRival(Runnable action) {
        rival = action;
        return this;
    }

    /** The next process starts. */
    public synchronized void restart() {
        killed = false;
    }

    /** What was called, in order, each with the fault it met. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    static <T> T during(String what, Call<T> call) throws IOException {
        StorageFaults faults = current;
        return faults == null || faults.suspended ? call.run() : faults.meet(what, call);
    }

    private synchronized <T> T meet(String what, Call<T> call) throws IOException {
        if (killed) {
            throw new Killed();
        }
        Fault fault = plan.at(calls.size());
        calls.add(fault == Fault.NONE ? what : what + " " + fault);
        switch (fault) {
            case DISK_FULL -> throw new FileSystemException(what, null, "No space left on device");
            case READ_ONLY -> throw new FileSystemException(what, null, "Read-only file system");
            case FAILS_BEFORE -> throw new IOException(what + ": connection refused");
            case KILLED -> {
                killed = true;
                throw new Killed();
            }
            case SLOW -> slow.run();
            case RIVAL -> suspend(rival);
            default -> {}
        }
        T result = call.run();
        switch (fault) {
            case FAILS_AFTER -> throw new IOException(what + ": connection reset");
            case FINDS_ITS_OWN_FILE -> throw new FileAlreadyExistsException(what);
            case DIES_AFTER -> throw new NoClassDefFoundError("org/apache/commons/lang3/Missing");
            case KILLED_AFTER -> {
                killed = true;
                throw new Killed();
            }
            default -> {
                return result;
            }
        }
    }

    private void suspend(Runnable action) {
        suspended = true;
        try {
            action.run();
        } finally {
            suspended = false;
        }
    }
}
