package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.progress.QueryProgress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.GroupProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One query by Kafka's streams protocol, by the classic one, and by the first again on brokers that have lost it. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class GroupProtocolTest {
    private static final String NAME = "protocols";
    private static final String FILE = """
            name: protocols
            kafka: {bootstrap.servers: "%1$s"}
            sources:
              readings:
                kafka: {topic: readings, startingOffsets: earliest}
                key: [UnitId]
                schema: {UnitId: string, ReadingTime: timestamp}
                watermark: {column: ReadingTime, delay: 5 minutes}
            query: |
              SELECT window_start AS WindowStart, UnitId, COUNT(*) AS Readings
              FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
              GROUP BY window_start, window_end, UnitId
            sink:
              delta: {path: "%2$s/table"}
            checkpointLocation: "%2$s/checkpoint"
            streams: {group.protocol: %3$s}
            """;

    @TempDir
    Path folder;

    @Test
    void queryGoesOnWhenItsProtocolChangesAndFallsBackWhereTheBrokersLackIt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("kafka"), EmbeddedBroker.Options.defaults());
                KafkaCluster cluster = new KafkaCluster(
                        Map.of("bootstrap.servers", broker.bootstrapServers()), Duration.ofSeconds(30))) {
            String servers = broker.bootstrapServers();
            cluster.ensureTopic("readings", 1, Map.of());
            run(servers, cluster, "streams", 1);
            run(servers, cluster, "classic", 2);
            run(servers, cluster, "streams", 3);
            assertThat(choice(servers, cluster).protocol()).isEqualTo(GroupProtocol.STREAMS);
            forgetTheProtocol(servers);
            GroupProtocolChoice choice = choice(servers, cluster);
            assertThat(choice.protocol()).isEqualTo(GroupProtocol.CLASSIC);
            assertThat(choice.notices()).singleElement().asString().contains("streams.group.protocol = streams");
            run(servers, cluster, "streams", 4);
        }
    }

    /** @param readings how many have been sent by then; all but the last were read by earlier runs */
    private void run(String servers, KafkaCluster cluster, String protocol, int readings) throws Exception {
        send(servers);
        StreamingQuery query = StreamingQuery.start(definition(servers, protocol));
        try {
            Await.until("the readings are read", Duration.ofSeconds(60), () -> readings(query) >= readings);
            assertThat(cluster.hasMembers(NAME)).isTrue();
            assertThat(query.lastProgress().numInputRows())
                    .as("read by this run")
                    .isEqualTo(1);
        } finally {
            query.requestStop();
            query.awaitTermination();
        }
        assertThat(cluster.hasMembers(NAME)).isFalse();
    }

    private QueryDefinition definition(String servers, String protocol) throws Exception {
        Path file = Files.writeString(folder.resolve(protocol + ".yaml"), FILE.formatted(servers, folder, protocol));
        return QueryCompiler.compile(QueryFileReader.read(file, Map.of()));
    }

    private GroupProtocolChoice choice(String servers, KafkaCluster cluster) throws Exception {
        return GroupProtocolChoice.of(definition(servers, "streams"), cluster);
    }

    private static long readings(StreamingQuery query) {
        return query.lastProgress().sources().stream()
                .mapToLong(QueryProgress.SourcePartition::rows)
                .sum();
    }

    private static void forgetTheProtocol(String servers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.updateFeatures(
                            Map.of(
                                    "streams.version",
                                    new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE)),
                            new UpdateFeaturesOptions())
                    .all()
                    .get();
        }
    }

    private static void send(String servers) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] reading = """
                    {"UnitId": "a", "ReadingTime": "2026-02-01T06:00:00Z"}""".getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>("readings", "a".getBytes(StandardCharsets.UTF_8), reading))
                    .get();
        }
    }
}
