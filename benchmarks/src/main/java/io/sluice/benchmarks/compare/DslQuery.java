package io.sluice.benchmarks.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The query as one writes it in Kafka Streams' DSL: {@code DslQuery BOOTSTRAP_SERVERS TOPIC OUTPUT_TOPIC STATE_FOLDER READINGS}.
 * JSON by Jackson's data binding, RocksDB, exactly once, closed windows by suppress into a Kafka topic. Ends when it has processed
 * that many readings and committed.
 */
public final class DslQuery {
    private static final ObjectMapper JSON = new ObjectMapper();

    private DslQuery() {}

    /** The names are those of the JSON. */
    record Reading(String UnitId, double TemperatureC, String ReadingTime) {}

    record Statistics(double min, double max, double sum, long count) {
        static final Statistics NONE = new Statistics(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, 0);

        Statistics with(double value) {
            return new Statistics(Math.min(min, value), Math.max(max, value), sum + value, count + 1);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        LongAdder processed = new LongAdder();
        CountDownLatch failed = new CountDownLatch(1);
        Properties settings = settings(arguments);
        KafkaStreams streams = new KafkaStreams(topology(arguments[1], arguments[2], processed), settings);
        streams.setUncaughtExceptionHandler(thrown -> {
            thrown.printStackTrace();
            failed.countDown();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
        long readings = Long.parseLong(arguments[4]);
        boolean ended = false;
        while (processed.sum() < readings && !ended) {
            ended = failed.await(10, java.util.concurrent.TimeUnit.MILLISECONDS);
        }
        // a clean close commits
        boolean closed = streams.close(Duration.ofSeconds(60));
        System.exit(closed && !ended ? 0 : 1);
    }

    private static Properties settings(String[] arguments) {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", arguments[2]);
        settings.put("bootstrap.servers", arguments[0]);
        settings.put("state.dir", arguments[3]);
        settings.put("processing.guarantee", "exactly_once_v2");
        settings.put("num.stream.threads", "2");
        settings.put("auto.offset.reset", "earliest");
        // the readings are weeks old: with the default, the broker deletes the changelog as it is written
        settings.put(
                "windowstore.changelog.additional.retention.ms",
                Long.toString(Duration.ofDays(3_650).toMillis()));
        Properties properties = new Properties();
        properties.putAll(settings);
        return properties;
    }

    private static Topology topology(String topic, String output, LongAdder processed) {
        TimeWindows windows = TimeWindows.ofSizeAndGrace(Duration.ofMinutes(10), Duration.ofMinutes(15));
        Materialized<String, Statistics, WindowStore<Bytes, byte[]>> store =
                Materialized.<String, Statistics, WindowStore<Bytes, byte[]>>as("statistics")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(json(Statistics.class));
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        topic,
                        Consumed.with(Serdes.String(), json(Reading.class))
                                .withTimestampExtractor((message, partitionTime) -> Instant.parse(
                                                ((Reading) message.value()).ReadingTime())
                                        .toEpochMilli()))
                .peek((key, reading) -> processed.increment())
                .groupByKey()
                .windowedBy(windows)
                .aggregate(() -> Statistics.NONE, (unit, reading, total) -> total.with(reading.TemperatureC()), store)
                .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))
                .toStream()
                .map((window, total) -> org.apache.kafka.streams.KeyValue.pair(window.key(), row(window, total)))
                .to(output, Produced.with(Serdes.String(), json(Map.class)));
        return builder.build();
    }

    private static Map<String, Object> row(Windowed<String> window, Statistics total) {
        return Map.of(
                "WindowStart", window.window().startTime().toString(),
                "UnitId", window.key(),
                "MinC", total.min(),
                "MaxC", total.max(),
                "AvgC", total.sum() / total.count(),
                "Readings", total.count());
    }

    private static <T> Serde<T> json(Class<? super T> type) {
        return Serdes.serdeFrom(
                (topic, value) -> {
                    try {
                        return value == null ? null : JSON.writeValueAsBytes(value);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                (topic, bytes) -> {
                    try {
                        @SuppressWarnings("unchecked")
                        T value = bytes == null ? null : (T) JSON.readValue(bytes, type);
                        return value;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }
}
