package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.app.kafka.KafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.streams.GroupProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One query by Kafka's streams protocol, by the classic one, and by the first again on brokers that have lost it. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class GroupProtocolTest {
    @TempDir
    Path folder;

    @Test
    void queryGoesOnWhenItsProtocolChangesAndFallsBackWhereTheBrokersLackIt() throws Exception {
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"));
                KafkaCluster cluster =
                        new KafkaCluster(Map.of("bootstrap.servers", broker.servers()), Duration.ofSeconds(30))) {
            ReadingsBroker.Readings readings = broker.readings("protocols", 1);
            CountingQuery query = CountingQuery.of(readings, folder).endless();
            CountingQuery streams = query.withLine("streams: {group.protocol: streams}");
            CountingQuery classic = query.withLine("streams: {group.protocol: classic}");
            readsTheNext(readings, streams, cluster, 1);
            readsTheNext(readings, classic, cluster, 2);
            readsTheNext(readings, streams, cluster, 3);
            assertThat(GroupProtocolChoice.of(streams.compile(), cluster).protocol())
                    .isEqualTo(GroupProtocol.STREAMS);
            forgetTheProtocol(broker);
            GroupProtocolChoice choice = GroupProtocolChoice.of(streams.compile(), cluster);
            assertThat(choice.protocol()).isEqualTo(GroupProtocol.CLASSIC);
            assertThat(choice.notices()).singleElement().asString().contains("streams.group.protocol = streams");
            readsTheNext(readings, streams, cluster, 4);
        }
    }

    /** @param sent how many readings have been sent by then; all but the last were read by earlier runs */
    private static void readsTheNext(
            ReadingsBroker.Readings readings, CountingQuery file, KafkaCluster cluster, int sent) throws Exception {
        readings.send(0, 1);
        StreamingQuery query = file.start();
        try {
            Await.until("the readings are read", Duration.ofSeconds(60), () -> CountingQuery.readings(query) >= sent);
            assertThat(cluster.hasMembers(file.name())).isTrue();
            assertThat(query.lastProgress().numInputRows())
                    .as("read by this run")
                    .isEqualTo(1);
        } finally {
            CountingQuery.stop(query);
        }
        assertThat(cluster.hasMembers(file.name())).isFalse();
    }

    private static void forgetTheProtocol(ReadingsBroker broker) throws Exception {
        broker.admin()
                .updateFeatures(
                        Map.of(
                                "streams.version",
                                new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE)),
                        new UpdateFeaturesOptions())
                .all()
                .get();
    }
}
