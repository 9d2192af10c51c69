package io.sluice.topology;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.streams.kstream.TimeWindowedDeserializer;
import org.apache.kafka.streams.kstream.TimeWindowedSerializer;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/** The same statistics as users of the Kafka Streams DSL write them: windows with grace, suppressed until they close. */
final class DslStatistics implements StatisticsDriver {
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;
    private final TestOutputTopic<Windowed<String>, byte[]> output;

    DslStatistics(Duration size, Duration grace, WindowBytesStoreSupplier store, Path stateFolder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "dsl");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        driver = new TopologyTestDriver(topology(size, grace, store), properties);
        input = driver.createInputTopic("measurements", new ByteArraySerializer(), new ByteArraySerializer());
        output = driver.createOutputTopic(
                "statistics",
                new TimeWindowedDeserializer<>(new StringDeserializer(), size.toMillis()),
                Serdes.ByteArray().deserializer());
    }

    private static Topology topology(Duration size, Duration grace, WindowBytesStoreSupplier store) {
        Serde<Measurement> measurements =
                Serdes.serdeFrom((topic, value) -> value.json(), (topic, json) -> Measurement.read(json));
        Serde<Statistics> figures = Serdes.serdeFrom(
                (topic, value) -> value == null ? null : value.figures(),
                (topic, bytes) -> bytes == null ? null : Statistics.ofFigures(0, "", bytes));
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        "measurements",
                        Consumed.with(Serdes.String(), measurements)
                                .withTimestampExtractor(
                                        (message, partitionTime) -> ((Measurement) message.value()).timeMs()))
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(size, grace))
                .aggregate(
                        () -> new Statistics(0, "", 0, Long.MAX_VALUE, Long.MIN_VALUE, 0),
                        (unit, measurement, sum) -> sum.plus(Statistics.of(0, measurement)),
                        Materialized.<String, Statistics>as(store)
                                .withKeySerde(Serdes.String())
                                .withValueSerde(figures)
                                .withCachingDisabled())
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .mapValues(Statistics::figures)
                .to(
                        "statistics",
                        Produced.with(
                                Serdes.serdeFrom(
                                        new TimeWindowedSerializer<>(new StringSerializer()),
                                        new TimeWindowedDeserializer<>(new StringDeserializer(), size.toMillis())),
                                Serdes.ByteArray()));
        return builder.build();
    }

    @Override
    public void feed(Measurement measurement) {
        input.pipeInput(measurement.key(), measurement.json(), measurement.timeMs());
    }

    @Override
    public List<Statistics> closed() {
        return output.readKeyValuesToList().stream()
                .map(row -> Statistics.ofFigures(row.key.window().start(), row.key.key(), row.value))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
