package io.sluice.topology.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

class PackedPollsTest {
    private static final TopicPartition FIRST = new TopicPartition("readings", 0);
    private static final TopicPartition SECOND = new TopicPartition("readings", 1);

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset, String text) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                1_000 + offset,
                TimestampType.CREATE_TIME,
                1,
                text.length(),
                bytes("k" + offset),
                bytes(text),
                new RecordHeaders().add("from", bytes("test")),
                Optional.empty());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ConsumerRecords<byte[], byte[]> poll(long next, List<ConsumerRecord<byte[], byte[]>> records) {
        return new ConsumerRecords<>(Map.of(FIRST, records), Map.of(FIRST, new OffsetAndMetadata(next)));
    }

    /** What a processor behind a source finds in records that come out of a poll. */
    private static List<ConsumerRecord<byte[], byte[]>> taken(ConsumerRecords<byte[], byte[]> polled) {
        List<ConsumerRecord<byte[], byte[]>> taken = new ArrayList<>();
        Topology topology = new Topology()
                .addSource("source", new ByteArrayDeserializer(), Polled.serde().deserializer(), "readings")
                .addProcessor("take", () -> new Taking(taken), "source");
        Properties properties = new Properties();
        properties.put("application.id", "packed");
        properties.put("bootstrap.servers", "unused:1");
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties)) {
            polled.forEach(
                    message -> driver.createInputTopic("readings", new ByteArraySerializer(), new ByteArraySerializer())
                            .pipeInput(new TestRecord<>(
                                    message.key(), message.value(), message.headers(), message.timestamp())));
        }
        return taken;
    }

    private static final class Taking extends ContextualProcessor<byte[], Polled, byte[], byte[]> {
        private final List<ConsumerRecord<byte[], byte[]>> taken;

        Taking(List<ConsumerRecord<byte[], byte[]>> taken) {
            this.taken = taken;
        }

        @Override
        public void process(Record<byte[], Polled> record) {
            taken.addAll(Polled.records(record, context()));
        }
    }

    @Test
    void recordsOfAPartitionAreOneWithTheFirstOffset() {
        ConsumerRecords<byte[], byte[]> packed = new PackedPolls()
                .onConsume(poll(9, List.of(record(FIRST, 5, "a"), record(FIRST, 6, "b"), record(FIRST, 8, "c"))));
        assertThat(packed.count()).isEqualTo(1);
        ConsumerRecord<byte[], byte[]> pack = packed.iterator().next();
        assertThat(pack.offset()).isEqualTo(5);
        assertThat(pack.timestamp()).isEqualTo(1_005);
    }

    @Test
    void eachPartitionHasItsOwn() {
        ConsumerRecords<byte[], byte[]> packed = new PackedPolls()
                .onConsume(new ConsumerRecords<>(
                        Map.of(
                                FIRST, List.of(record(FIRST, 5, "a"), record(FIRST, 6, "b")),
                                SECOND, List.of(record(SECOND, 70, "c"))),
                        Map.of()));
        assertThat(packed.records(FIRST))
                .singleElement()
                .extracting(ConsumerRecord::offset)
                .isEqualTo(5L);
        assertThat(packed.records(SECOND))
                .singleElement()
                .extracting(ConsumerRecord::offset)
                .isEqualTo(70L);
    }

    /** Behind the last record lie transaction markers: Kafka Streams commits what the poll says is next. */
    @Test
    void nextOffsetsArePassedOn() {
        assertThat(new PackedPolls()
                        .onConsume(poll(12, List.of(record(FIRST, 5, "a"))))
                        .nextOffsets())
                .containsExactly(Map.entry(FIRST, new OffsetAndMetadata(12)));
        assertThat(new PackedPolls()
                        .onConsume(new ConsumerRecords<>(Map.of(), Map.of(FIRST, new OffsetAndMetadata(4))))
                        .nextOffsets())
                .containsExactly(Map.entry(FIRST, new OffsetAndMetadata(4)));
    }

    @Test
    void packIsReadAsTheRecordsThemselves() {
        List<ConsumerRecord<byte[], byte[]>> sent = List.of(record(FIRST, 5, "a"), record(FIRST, 8, "c"));
        ConsumerRecord<byte[], byte[]> pack = new PackedPolls()
                .onConsume(new ConsumerRecords<>(Map.of(FIRST, sent), Map.of()))
                .iterator()
                .next();
        Polled polled = Polled.serde().deserializer().deserialize("readings", pack.headers(), pack.value());
        assertThat(polled.packed()).isEqualTo(sent);
    }

    @Test
    void recordThatNobodyHasPackedIsReadAlone() {
        List<ConsumerRecord<byte[], byte[]>> taken =
                taken(poll(7, List.of(record(FIRST, 5, "a"), record(FIRST, 6, "b"))));
        assertThat(taken)
                .extracting(message -> new String(message.value(), StandardCharsets.UTF_8))
                .containsExactly("a", "b");
        assertThat(taken)
                .extracting(message -> new String(message.key(), StandardCharsets.UTF_8))
                .containsExactly("k5", "k6");
        assertThat(taken).extracting(ConsumerRecord::timestamp).containsExactly(1_005L, 1_006L);
        assertThat(taken.get(0).headers().lastHeader("from").value()).isEqualTo(bytes("test"));
        assertThat(taken.get(0).topic()).isEqualTo("readings");
    }

    @Test
    void messageWithoutAValueStaysOne() {
        ConsumerRecord<byte[], byte[]> tombstone = new ConsumerRecord<>(
                "readings",
                0,
                3,
                5,
                TimestampType.CREATE_TIME,
                1,
                -1,
                bytes("k"),
                null,
                new RecordHeaders(),
                Optional.empty());
        assertThat(taken(poll(4, List.of(tombstone))))
                .singleElement()
                .extracting(ConsumerRecord::value)
                .isNull();
    }
}
