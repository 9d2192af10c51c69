package io.sluice.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaClusterTest {
    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;
    private static KafkaCluster cluster;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = EmbeddedBroker.start(folder, EmbeddedBroker.Options.defaults());
        cluster = new KafkaCluster(Map.of("bootstrap.servers", broker.bootstrapServers()), Duration.ofSeconds(30));
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
        broker.close();
    }

    private static NewTopic wanted(String name, int partitions) {
        return new NewTopic(name, Optional.of(partitions), Optional.empty());
    }

    @Test
    void topicsThatExistStayAsTheyAreAndTheOthersAreMade() {
        TopicDescription before = cluster.ensureTopic("present", 1, Map.of());
        Map<String, TopicDescription> all = cluster.ensureTopics(List.of(wanted("present", 3), wanted("missing", 2)));
        assertThat(all.get("present")).isEqualTo(before);
        assertThat(all.get("missing"))
                .satisfies(made -> assertThat(made.partitions()).hasSize(2));
        assertThat(cluster.topics(List.of("present", "missing"))).isEqualTo(all);
    }

    @Test
    void topicsThatDoNotExistAreLeftOut() {
        cluster.ensureTopic("here", 1, Map.of());
        assertThat(cluster.topics(List.of("here", "nowhere"))).containsOnlyKeys("here");
        assertThat(cluster.topics(List.of())).isEmpty();
        assertThat(cluster.endOffsets(List.of())).isEmpty();
    }

    @Test
    void largestBatchesAreToldOfAllTopicsAtOnce() {
        cluster.ensureTopic("usual", 1, Map.of());
        cluster.ensureTopic("large", 1, Map.of("max.message.bytes", "5000000"));
        assertThat(cluster.maxMessageBytes(List.of("usual", "large")))
                .containsEntry("large", 5_000_000)
                .containsKey("usual");
    }
}
