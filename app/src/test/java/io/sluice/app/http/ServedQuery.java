package io.sluice.app.http;

import io.sluice.app.file.HttpSettings;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import java.util.Optional;

/** A running query and its server, until it is closed. */
record ServedQuery(QueryServer server, StreamingQuery query, Thread runner) implements AutoCloseable {
    private static final HttpSettings SETTINGS =
            new HttpSettings("127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty());

    static ServedQuery start(QueryDefinition definition) {
        QueryServer server = QueryServer.start(SETTINGS, definition.name());
        StreamingQuery query = StreamingQuery.start(definition.withStreams("application.server", server.advertised()));
        server.show(query);
        Thread runner = new Thread(() -> {
            try {
                query.awaitTermination();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        runner.start();
        return new ServedQuery(server, query, runner);
    }

    String url() {
        return server.url();
    }

    @Override
    public void close() {
        query.requestStop();
        try {
            runner.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }
}
