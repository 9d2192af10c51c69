package io.sluice.app.run;

import io.sluice.delta.DeltaTable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A table whose log is read while its opener asks Kafka: each takes about as long as the other, and a good part of a short run.
 * What fails is thrown where the table is asked for, so that problems are told in the order of the checks.
 */
final class TableOpening {
    private final CompletableFuture<DeltaTable> opened = new CompletableFuture<>();

    private TableOpening() {}

    static TableOpening begin(QueryDefinition.Sink sink) {
        TableOpening opening = new TableOpening();
        Thread thread = new Thread(() -> opening.open(sink), "sluice-table-opening");
        // it may be at storage that does not answer when Kafka has refused already
        thread.setDaemon(true);
        thread.start();
        return opening;
    }

    private void open(QueryDefinition.Sink sink) {
        try {
            DeltaTable table = DeltaTable.at(sink.path(), sink.options());
            var unused = table.exists();
            opened.complete(table);
        } catch (Throwable failure) {
            opened.completeExceptionally(failure);
        }
    }

    /** @throws io.sluice.delta.commit.DeltaUnavailableException when the table cannot be reached */
    DeltaTable await() {
        try {
            return opened.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            if (failed.getCause() instanceof Error fatal) {
                throw fatal;
            }
            throw failed;
        }
    }
}
