package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.checkpoint.CheckpointException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may change of a query that has state and rows, and what may not; and state that is no longer what the query left. */
class IdentityTest {
    @TempDir
    private static Path shared;

    private static ReadingsBroker broker;

    @TempDir
    private Path folder;

    private ReadingsBroker.Readings readings;
    private CountingQuery query;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = ReadingsBroker.start(shared.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopics() {
        readings = broker.readings("identity", 1);
        broker.createTopic(readings.query() + "-others", 1);
        query = CountingQuery.of(readings, folder)
                .replace("UnitId: string,", "UnitId: string, Place: string, Celsius: double, SentTime: timestamp,")
                .replace("AS Readings\n", "AS Readings, MAX(Celsius) AS MaxC\n")
                .replace("  GROUP BY", "  WHERE Celsius < 100\n  GROUP BY");
    }

    /** What the error must say (with NAME and FOLDER for the query's), and parts of the file each with what takes its place. */
    private record Change(String difference, List<String> replacements) {

        static Change of(String difference, String... replacements) {
            return new Change(difference, List.of(replacements));
        }

        CountingQuery of(CountingQuery query) {
            CountingQuery changed = query;
            for (int part = 0; part < replacements.size(); part += 2) {
                changed = changed.replace(replacements.get(part), replacements.get(part + 1));
            }
            return changed;
        }
    }

    private static final List<Change> REFUSED = List.of(
            Change.of("query: window: was 10 minutes, is 1 hour", "INTERVAL '10' MINUTE", "INTERVAL '1' HOUR"),
            Change.of(
                    "sources.readings.watermark.delay: was 5 minutes, is 6 minutes",
                    "delay: 5 minutes",
                    "delay: 6 minutes"),
            Change.of(
                    "sources.readings.watermark.column: was ReadingTime, is SentTime",
                    "column: ReadingTime",
                    "column: SentTime",
                    "DESCRIPTOR(ReadingTime)",
                    "DESCRIPTOR(SentTime)"),
            Change.of("Place", "window_end, UnitId", "window_end, UnitId, Place"),
            Change.of("MAX(Celsius)", "MAX(Celsius) AS", "MIN(Celsius) AS"),
            Change.of("100", "Celsius < 100", "Celsius < 90"),
            Change.of("sources.readings.key: was [UnitId], is []", "    key: [UnitId]\n", ""),
            Change.of(
                    "sources.readings.kafka.topic: was NAME-readings, is NAME-others",
                    "-readings, starting",
                    "-others, starting"),
            Change.of("sources.readings.schema: was ", "Place: string", "Place: long"),
            Change.of("sink.delta.path: was FOLDER/table, is FOLDER/other", "/table", "/other"),
            Change.of("sink.delta.partitionBy: was [], is [UnitId]", "/table\"}", "/table\", partitionBy: [UnitId]}"));

    @Test
    void changeThatStateOrRowsDoNotAllowIsRefusedBeforeAnythingIsReadOrWritten() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        readings.send(0, 30);
        Map<String, String> before = everything();
        for (Change change : REFUSED) {
            assertRefused(change, change.of(query));
            assertThat(everything()).as("after %s", change).isEqualTo(before);
        }
        // an instance without a checkpoint hears the same from Kafka
        for (Change change : REFUSED.subList(0, 3)) {
            assertRefused(change, change.of(query).instance("other-instance"));
            assertThat(folder.resolve("other-instance")).doesNotExist();
            assertThat(everything()).as("after %s", change).isEqualTo(before);
        }
        query.runToEnd();
        assertThat(query.rows()).containsExactly("0 unit-0 2", "10 unit-0 1");
    }

    private void assertRefused(Change change, CountingQuery changed) {
        assertThatThrownBy(changed::runToEnd)
                .as("%s", change)
                .isInstanceOf(QueryStartException.class)
                .hasMessageContaining("belongs to another query or to another version of this one")
                .hasMessageContaining(
                        change.difference.replace("NAME", query.name()).replace("FOLDER", folder.toString()))
                .hasMessageContaining("Change these back")
                .hasMessageContaining("another name, checkpointLocation and table")
                .hasMessageContaining("sluice reset");
    }

    @Test
    void whatNeitherStateNorRowsDependOnMayChange() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        readings.send(0, 30);
        query.replace("startingOffsets: earliest", "startingOffsets: latest, failOnDataLoss: false")
                .replace("trigger: availableNow", """
                        trigger: once
                        shutdownTimeout: 5 seconds
                        streams: {num.stream.threads: "2", commit.interval.ms: "50"}
                        """)
                .replace("\"}\nsources:", "\", client.id: other}\nsources:")
                .instance("another-instance")
                .replace("AS Readings, MAX", "  AS   Readings,  MAX")
                .runToEnd();
        assertThat(query.rows()).containsExactly("0 unit-0 2", "10 unit-0 1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyTopicThatWasDeletedIsMissed(boolean shuffled) throws Exception {
        CountingQuery file = shuffled ? query.shuffled() : query;
        readings.send(0, 1, 2, 17);
        file.runToEnd();
        List<String> deleted = new ArrayList<>(List.of("-closed-windows", "-watermarks", "-ledger-changelog"));
        if (shuffled) {
            deleted.addAll(List.of("-source-clock-changelog", "-shuffle-repartition"));
        }
        for (String topic : deleted) {
            broker.deleteTopic(query.name() + topic);
            assertThatThrownBy(file::runToEnd)
                    .hasMessageContaining("id of topic " + query.name() + topic + ": was ")
                    .hasMessageContaining("sluice reset");
        }
        broker.deleteTopic(readings.topic());
        broker.createTopic(readings.topic(), 1);
        readings.send(0, 1, 2, 30);
        delete(folder.resolve("checkpoint"));
        for (String topic : List.of("-readings", "-closed-windows", "-ledger-changelog")) {
            assertThatThrownBy(file::runToEnd).hasMessageContaining("id of topic " + query.name() + topic + ": was ");
        }
        assertThat(query.rows()).containsExactly("0 unit-0 2");
    }

    @Test
    void partitionsAddedToTheSourceAreNamed() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        broker.admin()
                .createPartitions(Map.of(readings.topic(), NewPartitions.increaseTo(3)))
                .all()
                .get();
        assertThatThrownBy(query::runToEnd)
                .hasMessageContaining("partitions of topic " + query.name() + "-readings: was 1, is 3");
    }

    @Test
    void partitionsAddedUnderARunningQueryEndItAndAreNamed() throws Exception {
        readings.send(0, 1, 2, 17);
        StreamingQuery running = query.endless()
                .replace("\"}\nsources:", "\", metadata.max.age.ms: \"500\"}\nsources:")
                .start();
        broker.admin()
                .createPartitions(Map.of(readings.topic(), NewPartitions.increaseTo(3)))
                .all()
                .get();
        assertThatThrownBy(running::awaitTermination)
                .cause()
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("the number of the source's partitions: was 1, is 3")
                .hasMessageContaining("sluice reset");
    }

    @Test
    void stateOfAQueryWhoseIdentityWasDeletedIsNotTakenForOurs() throws Exception {
        readings.send(0, 1, 2, 17);
        query.runToEnd();
        broker.deleteTopic(query.name() + "-identity");
        assertThatThrownBy(query::runToEnd).hasMessageContaining("knows nothing");
        delete(folder.resolve("checkpoint"));
        assertThatThrownBy(query::runToEnd)
                .hasMessageContaining("records in topic " + query.name() + "-ledger-changelog")
                .hasMessageContaining("sluice reset");
    }

    @Test
    void positionsOfAnotherApplicationsGroupAreNotTakenForOurs() throws Exception {
        readings.send(0, 1, 2, 17);
        broker.admin()
                .alterConsumerGroupOffsets(
                        query.name(), Map.of(new TopicPartition(readings.topic(), 0), new OffsetAndMetadata(2)))
                .all()
                .get();
        assertThatThrownBy(query::runToEnd)
                .hasMessageContaining("positions of consumer group " + query.name())
                .hasMessageContaining("Take another name");
        broker.admin().deleteConsumerGroups(List.of(query.name())).all().get();
        query.runToEnd();
        assertThat(query.rows()).containsExactly("0 unit-0 2");
    }

    /** All that a start could change: topics, positions and files. */
    private Map<String, String> everything() throws Exception {
        Map<String, String> all = new TreeMap<>();
        broker.admin().listTopics().names().get().stream()
                .filter(topic -> topic.startsWith(query.name() + "-"))
                .forEach(topic -> all.put("topic " + topic, "exists"));
        all.put(
                "positions",
                broker.admin()
                        .listConsumerGroupOffsets(query.name())
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .toString());
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                if (!path.endsWith("query.yaml")) {
                    all.put(path.toString(), Files.size(path) + " " + Files.getLastModifiedTime(path));
                }
            }
        }
        return all;
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
