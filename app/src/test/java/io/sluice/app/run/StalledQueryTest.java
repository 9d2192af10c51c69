package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.app.await.Await;
import io.sluice.app.metrics.QueryMetrics;
import io.sluice.app.progress.QueryHealth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code health.stopWhenStalled} on a real broker. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class StalledQueryTest {
    private static final Pattern SILENT = Pattern.compile("(?m)^sluice_table_silent_seconds\\{[^}]*} [0-9.]*[1-9]");

    @TempDir
    private static Path shared;

    private static ReadingsBroker broker;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = ReadingsBroker.start(shared.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private CountingQuery query(ReadingsBroker.Readings readings) {
        return CountingQuery.of(readings, folder).endless().withLine("shutdownTimeout: 2 seconds");
    }

    private static QueryFailedException endOf(StreamingQuery query) {
        return catchThrowableOfType(QueryFailedException.class, query::awaitTermination);
    }

    @Test
    void queryThatReadsNothingAlthoughThereIsSomethingEnds() throws Exception {
        ReadingsBroker.Readings readings = broker.readings("stalled", 1);
        readings.send(0, 1, 2, 3);
        QueryDefinition definition = query(readings)
                .withLine("streams: {main.consumer.interceptor.classes: " + DeafInterceptor.class.getName() + "}")
                .compile();
        StreamingQuery query = StreamingQuery.start(impatient(definition, definition.sink()));
        assertThat(endOf(query))
                .hasCauseInstanceOf(StalledException.class)
                .rootCause()
                .hasMessageMatching("nothing has moved for [3-9] s although there is something to read; the query"
                        + " ends because health\\.stopWhenStalled is set");
    }

    @Test
    void queryWhoseTableNeverAnswersEnds() throws Exception {
        ReadingsBroker.Readings readings = broker.readings("stuck", 1);
        readings.send(0, 1, 2, 30);
        QueryDefinition definition = query(readings).compile();
        QueryDefinition.Sink stuck = new QueryDefinition.Sink(
                definition.sink().path(),
                definition.sink().partitionBy(),
                definition.sink().options().withLogStore(StuckLogStore.class));
        StreamingQuery query = StreamingQuery.start(impatient(definition, stuck));
        try (QueryMetrics metrics = new QueryMetrics(query)) {
            Await.until(
                    "the table is silent",
                    Duration.ofMinutes(1),
                    () -> SILENT.matcher(metrics.scrape()).find());
        }
        assertThat(endOf(query))
                .hasCauseInstanceOf(StalledException.class)
                .rootCause()
                .hasMessageMatching("the table has not answered for [3-9] s; rows wait in Kafka;"
                        + " the query ends because health\\.stopWhenStalled is set");
        assertThat(query.health().state()).isEqualTo(QueryHealth.State.FAILED);
        // nothing is lost: the same query with storage that works
        StreamingQuery again = CountingQuery.of(readings, folder).runToEnd();
        assertThat(again.totals().committedRows()).isEqualTo(1);
        assertThat(CountingQuery.of(readings, folder).rows()).containsExactly("0 unit-0 2");
    }

    /** A query file may not say so little. */
    private static QueryDefinition impatient(QueryDefinition query, QueryDefinition.Sink sink) {
        return new QueryDefinition(
                query.name(),
                query.kafka(),
                query.source(),
                query.sql(),
                query.plan(),
                sink,
                query.trigger(),
                query.checkpointLocation(),
                query.state(),
                query.streams(),
                query.shutdownTimeout(),
                new QueryDefinition.Health(Optional.of(Duration.ofSeconds(3)), true));
    }
}
