package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.OpenWindow;
import io.sluice.topology.OpenWindows;
import io.sluice.topology.QueryTopology;
import io.sluice.topology.TopicNames;
import io.sluice.topology.progress.TopologyProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first acceptance test: the example query on the freezer of the watermark lesson, with the three delays the lesson tries,
 * gives its three lines. Query file, plan and topology are what {@code sluice run} uses; only Kafka is not there.
 */
class LessonTest {
    private static final Path EXAMPLE = Path.of("../examples/freezer-10min.yaml");
    private static final String DECLARED_KEY = "    key: [UnitId]\n";
    private static final DateTimeFormatter HOUR_AND_MINUTE =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

    @TempDir
    Path folder;

    /** @param keyed whether the source declares its record key, as it does in the example; without it rows are shuffled */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
             2 | true  | watermark  2 min: 12 readings dropped; 08:00=54, 08:10=54, 08:20=60
            10 | true  | watermark 10 min:  6 readings dropped; 08:00=54, 08:10=60, 08:20=60
            15 | true  | watermark 15 min:  0 readings dropped; 08:00=60, 08:10=60, 08:20=60
             2 | false | watermark  2 min: 12 readings dropped; 08:00=54, 08:10=54, 08:20=60
            10 | false | watermark 10 min:  6 readings dropped; 08:00=54, 08:10=60, 08:20=60
            15 | false | watermark 15 min:  0 readings dropped; 08:00=60, 08:10=60, 08:20=60
            """)
    void linesAreThoseOfTheLesson(int delayMinutes, boolean keyed, String line) throws IOException, QueryFileException {
        QueryDefinition query = query(delayMinutes, keyed);
        TopologyProgress progress = new TopologyProgress();
        QueryTopology topology = query.topology(1, progress);
        assertThat(topology.needsShuffle()).isEqualTo(!keyed);
        try (TopologyTestDriver driver =
                new TopologyTestDriver(topology.build(QueryTopology.DEFAULT_MAX_BATCH_BYTES), properties(query))) {
            arrive(driver, query);
            Map<String, Long> counts = counts(driver, query, topology.outputSchema());
            long dropped = progress.sources().get(0).lateRows();
            String printed = line(delayMinutes, dropped, counts);
            System.out.println(printed);
            assertThat(printed).isEqualTo(line);
        }
    }

    private QueryDefinition query(int delayMinutes, boolean keyed) throws IOException, QueryFileException {
        Path file = keyed ? EXAMPLE : withoutKey();
        return QueryCompiler.compile(
                QueryFileReader.read(file, Map.of("sources.readings.watermark.delay", delayMinutes + " minutes")));
    }

    private Path withoutKey() throws IOException {
        String text = Files.readString(EXAMPLE);
        assertThat(text).contains(DECLARED_KEY);
        return Files.writeString(folder.resolve("query.yaml"), text.replace(DECLARED_KEY, ""));
    }

    private Properties properties(QueryDefinition query) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, query.name());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        return properties;
    }

    private static void arrive(TopologyTestDriver driver, QueryDefinition query) {
        TestInputTopic<byte[], byte[]> input =
                driver.createInputTopic(query.source().topic(), new ByteArraySerializer(), new ByteArraySerializer());
        for (Reading reading : FreezerModel.lesson()) {
            input.pipeInput(reading.key(), reading.json(), reading.arrivalTime().toEpochMilli());
        }
    }

    /** Readings per window, of the windows that were closed and of those that are open at the end, as the lesson counts them. */
    private static Map<String, Long> counts(TopologyTestDriver driver, QueryDefinition query, Schema output) {
        TopicNames topics = new TopicNames(query.name());
        assertThat(records(driver, topics.deadLetters())).as("dead letters").isEmpty();
        Map<String, Long> counts = new TreeMap<>();
        for (KeyValue<byte[], byte[]> closed : records(driver, topics.closedWindows())) {
            Row row = output.newRow();
            new RowCodec(output).decode(closed.value, row);
            put(counts, row.longAt(column(output, "WindowStart")), row.longAt(column(output, "Readings")));
        }
        OpenWindows open = new OpenWindows(query.plan());
        records(driver, topics.ledgerChangelog()).forEach(change -> open.apply(change.key, change.value));
        for (OpenWindow window : open.windows()) {
            put(counts, window.windowStart(), window.row().longAt(column(open.schema(), "COUNT(*)")));
        }
        return counts;
    }

    private static void put(Map<String, Long> counts, long windowStart, long count) {
        String start = HOUR_AND_MINUTE.format(Instant.ofEpochSecond(windowStart / 1_000_000));
        assertThat(counts.put(start, count)).as("the row before for %s", start).isNull();
    }

    private static int column(Schema schema, String name) {
        return schema.ordinal(name).orElseThrow();
    }

    private static List<KeyValue<byte[], byte[]>> records(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readKeyValuesToList();
    }

    /** As the lesson prints it. */
    private static String line(int delayMinutes, long dropped, Map<String, Long> counts) {
        return "watermark %2d min: %2d readings dropped; ".formatted(delayMinutes, dropped)
                + counts.entrySet().stream()
                        .map(window -> window.getKey() + "=" + window.getValue())
                        .collect(Collectors.joining(", "));
    }
}
