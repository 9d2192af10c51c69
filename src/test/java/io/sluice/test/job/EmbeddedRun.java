package io.sluice.test.job;

import io.sluice.app.file.QueryFileReader;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.StreamingQuery;
import java.nio.file.Path;
import java.util.Map;

/** A program that runs a query by itself, and does not call System.exit: it ends when no thread of the query is left. */
final class EmbeddedRun {
    private EmbeddedRun() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, String> settings = Map.of("kafka", "embedded", "trigger", "availableNow");
        StreamingQuery query =
                StreamingQuery.start(QueryCompiler.compile(QueryFileReader.read(Path.of(arguments[0]), settings)));
        query.awaitTermination();
        query.awaitTermination();
        System.out.println("main ends");
    }
}
