package io.sluice.app.run;

import io.sluice.delta.log.AtomicFileLogStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Storage that hangs: it takes the first version of a table, and never answers the next. Made by reflection, hence static. */
public final class StuckLogStore extends AtomicFileLogStore {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    public StuckLogStore(Configuration configuration) {
        super(configuration);
    }

    @Override
    public void write(Path path, Iterator<String> lines, Boolean overwrite, Configuration configuration)
            throws IOException {
        if (!path.getName().startsWith("00000000000000000000.")) {
            try {
                NEVER.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
        super.write(path, lines, overwrite, configuration);
    }
}
