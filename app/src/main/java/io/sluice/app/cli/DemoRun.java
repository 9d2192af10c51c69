package io.sluice.app.cli;

import io.sluice.app.model.Reading;
import io.sluice.app.progress.QueryProgress;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.QueryFailedException;
import io.sluice.app.run.StreamingQuery;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The demo's query while it runs, and the sender of its readings. Confined to one thread. */
final class DemoRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final QueryDefinition definition;
    private final KafkaAccess kafka;
    private final KafkaProducer<byte[], byte[]> producer;
    private final StreamingQuery query;
    private final CompletableFuture<Void> ended;
    private final DemoPace pace;
    private long sent;

    private DemoRun(QueryDefinition definition, KafkaAccess kafka, DemoPace pace) {
        this.pace = pace;
        this.definition = definition;
        this.kafka = kafka;
        Map<String, Object> properties = new HashMap<>(kafka.connection());
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.query = StreamingQuery.start(definition);
        this.ended = CompletableFuture.runAsync(this::awaitTermination);
    }

    static DemoRun start(QueryDefinition definition, KafkaAccess kafka, DemoPace pace) {
        kafka.cluster().ensureTopic(definition.source().topic(), 1, Map.of());
        return new DemoRun(definition, kafka, pace);
    }

    private void awaitTermination() {
        try {
            query.awaitTermination();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Sends the readings, the time of arrival as the records' timestamps, and returns when all are in the topic, or the query has
     * been stopped.
     */
    void play(List<Reading> readings) {
        for (Reading reading : readings) {
            pace.await(reading, ended::isDone);
            if (ended.isDone()) {
                join();
                return;
            }
            var unused = producer.send(new ProducerRecord<>(
                    definition.source().topic(),
                    null,
                    reading.arrivalTime().toEpochMilli(),
                    reading.key(),
                    reading.json()));
        }
        producer.flush();
        sent += readings.size();
    }

    StreamingQuery query() {
        return query;
    }

    long sent() {
        return sent;
    }

    /** Waits until every reading sent is in a window or dropped, and every closed window in the table. */
    DemoCounts settled() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            if (ended.isDone()) {
                join();
            }
            if (query.lag() == 0) {
                DemoCounts counts = counts();
                if (counts.total() == sent) {
                    return counts;
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        throw new IllegalStateException(
                "the readings were not counted within " + PATIENCE.toSeconds() + " s: " + sent + " sent, " + counts());
    }

    private DemoCounts counts() {
        QueryProgress progress = query.lastProgress();
        long late = progress.partitions().stream()
                .mapToLong(QueryProgress.SourcePartition::lateRows)
                .sum();
        return DemoCounts.of(definition, kafka, progress.eventTime().getOrDefault("watermark", ""), late);
    }

    private void join() {
        try {
            ended.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof QueryFailedException failed) {
                throw failed;
            }
            throw failure;
        }
    }

    /** Ends the query in order. */
    @Override
    public void close() {
        producer.close();
        query.requestStop();
        join();
    }
}
