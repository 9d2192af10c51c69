package io.sluice.app.progress;

import java.util.Optional;

/**
 * Is told how a query gets on, as {@code StreamingQueryListener} is in Spark. The calls come from one thread after another, never
 * from a stream thread; a slow listener delays the next report, and what it throws is logged and stops nothing.
 */
public interface QueryListener {
    /** After each commit of the table, and at the end. */
    default void onProgress(QueryProgress progress) {}

    /** @param failure what ended the query; empty when it was stopped or was done */
    default void onTerminated(Optional<Throwable> failure) {}
}
