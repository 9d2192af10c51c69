package io.sluice.test.table;

import io.sluice.delta.log.AtomicFileLogStore;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The product's log store, which lets somebody else act in the middle of a commit: after the positions were read and the data
 * files written, right before the log file. Made by reflection, hence static.
 */
public final class NeighbourLogStore extends AtomicFileLogStore {
    private static volatile Runnable neighbour = () -> {};

    public NeighbourLogStore(Configuration configuration) {
        super(configuration);
    }

    static void beforeNextCommit(Runnable action) {
        neighbour = action;
    }

    @Override
    public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration configuration)
            throws IOException {
        Runnable now = neighbour;
        neighbour = () -> {};
        now.run();
        super.write(path, lines, overwrite, configuration);
    }
}
