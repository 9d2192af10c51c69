package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.await.Leaders;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class WatermarkCommandTest {
    /** As DemoTest sees the demo print them, one demo for each. */
    private static final String[] LESSON = {
        "watermark  2 min: 12 readings dropped; 08:00=54, 08:10=54, 08:20=60",
        "watermark 10 min:  6 readings dropped; 08:00=54, 08:10=60, 08:20=60",
        "watermark 15 min:  0 readings dropped; 08:00=60, 08:10=60, 08:20=60"
    };

    @TempDir
    private Path folder;

    private Path query;
    private DemoFolder demo;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeQuery() throws Exception {
        demo = DemoFolder.fresh(folder.resolve("demo"));
        query = demo.writeQueryFile(Duration.ofMinutes(15));
    }

    private int execute(String... arguments) {
        CommandLine line = SluiceCommand.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        List<String> all = new ArrayList<>(List.of("watermark", query.toString()));
        all.addAll(List.of(arguments));
        return line.execute(all.toArray(String[]::new));
    }

    private Path lesson(String... more) throws Exception {
        List<String> lines = new ArrayList<>();
        FreezerModel.lesson().forEach(reading -> lines.add(new String(reading.json(), StandardCharsets.UTF_8)));
        lines.addAll(List.of(more));
        return Files.write(folder.resolve("readings.ndjson"), lines);
    }

    @Test
    void linesOfTheLessonComeOutOfAFile() throws Exception {
        assertThat(execute("--from-file", lesson().toString(), "--delays", "2m,10m", "--counts"))
                .isZero();
        assertThat(out.toString().lines()).endsWith(LESSON);
        assertThat(out.toString())
                .startsWith("file " + folder + "/readings.ndjson: 180 readings\nwindows of 10 minutes, delay of the"
                        + " query 15 minutes\n")
                .containsPattern("(?m)^at most 0\\.1 % +10 minutes 51 ")
                .containsPattern("(?m)^at most 1 % +10 minutes 51 ")
                .containsPattern("(?m)^10 minutes +6 +3\\.333 +5 minutes sooner$")
                .containsPattern("(?m)^none +10 minutes 51 seconds +10 minutes 50 seconds +0 +0\\.000 +4 minutes 9"
                        + " seconds sooner$");
    }

    @Test
    void linesOfTheLessonComeOutOfTheTopic() throws Exception {
        QueryDefinition definition = QueryCompiler.compile(QueryFileReader.read(query, Map.of()));
        try (KafkaAccess kafka = KafkaAccess.open(definition)) {
            kafka.cluster().ensureTopic(definition.source().topic(), 1, Map.of());
            Leaders.await(kafka.connection(), definition.source().topic(), 1, Duration.ofMinutes(1));
            send(definition.source().topic(), kafka.connection());
            Path plot = folder.resolve("plot.svg");
            assertThat(execute("--delays", "2m,10m,15m", "--counts", "--plot", plot.toString()))
                    .isZero();
            assertThat(plot).content().contains("08:20").contains("Lateness in topic freezer-readings");
        }
        assertThat(out.toString().lines())
                .startsWith("topic freezer-readings, 1 partition: 180 readings")
                .endsWith(LESSON);
    }

    private static void send(String topic, Map<String, String> connection) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.<String, Object>copyOf(connection), new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (Reading reading : FreezerModel.lesson()) {
                sent.add(producer.send(new ProducerRecord<>(
                        topic, 0, reading.arrivalTime().toEpochMilli(), reading.key(), reading.json())));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
    }

    @Test
    void rowsThatAreNoReadingsOfTheQueryAreToldApart() throws Exception {
        Path file =
                lesson("no JSON", "", "{\"UnitId\":\"x\",\"TemperatureC\":1,\"ReadingTime\":\"2026-11-13T08:29:59Z\"}");
        assertThat(execute("--from-file", file.toString(), "--set", "query=" + """
                SELECT window_start, COUNT(*) AS Readings
                FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
                WHERE UnitId <> 'x' GROUP BY window_start, window_end"""))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains(": 180 readings, 1 more that the query's WHERE drops, 2 dead letters\n")
                .doesNotContain("08:00=");
    }

    private static String readingAt(String time) {
        return "{\"UnitId\":\"x\",\"TemperatureC\":-20,\"ReadingTime\":\"" + time + "\"}";
    }

    /** Days of 25 hours and of 23, in London both days beginning on one day of UTC. A reading in the last hour of each comes when the next day is 30 minutes old. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Oslo, 2026-10-24T22:00:00Z, 2026-10-25T22:59:59Z, 2026-10-25T23:30:00Z, 2026-10-25T23:00:00Z",
        "Europe/Oslo, 2026-03-28T23:00:00Z, 2026-03-29T21:59:59Z, 2026-03-29T22:30:00Z, 2026-03-29T22:00:00Z",
        "Europe/London, 2026-03-29T00:00:00Z, 2026-03-29T22:59:59Z, 2026-03-29T23:30:00Z, 2026-03-29T23:00:00Z"
    })
    void daysOfAZoneEndWhenItsClocksShowIt(String zone, String first, String last, String behind, String next)
            throws Exception {
        Path file = Files.write(
                folder.resolve("days.ndjson"),
                List.of(readingAt(first), readingAt(last), readingAt(behind), readingAt(last)));
        assertThat(execute(
                        "--from-file",
                        file.toString(),
                        "--delays",
                        "30m,31m",
                        "--counts",
                        "--set",
                        "windowTimeZone=" + zone,
                        "--set",
                        "query=" + """
                SELECT window_start, COUNT(*) AS Readings
                FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '1' DAY))
                GROUP BY window_start, window_end"""))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains(": 4 readings\nwindows of 1 day, delay of the query 15 minutes\n")
                .containsPattern("(?m)^30 minutes +1 +25\\.000 ")
                .containsPattern("(?m)^31 minutes +0 +0\\.000 ")
                .containsPattern("(?m)^none +30 minutes 1 second +30 minutes +0 ")
                .containsPattern("(?m)^Window +15m +30m +31m$")
                .containsPattern("(?m)^" + first + " +2 +2 +3$")
                .containsPattern("(?m)^" + next + " +1 +1 +1$");
    }

    @Test
    void jsonHasTheExactDelays() throws Exception {
        assertThat(execute("--from-file", lesson().toString(), "--json", "--counts"))
                .isZero();
        JsonNode report = new ObjectMapper().readTree(out.toString());
        assertThat(report.path("readings").asLong()).isEqualTo(180);
        assertThat(report.path("delays")).hasSize(8);
        JsonNode ofTwoMinutes = report.path("delays").path(2);
        assertThat(ofTwoMinutes.path("delay").asText()).isEqualTo("PT2M");
        assertThat(ofTwoMinutes.path("dropped").asLong()).isEqualTo(12);
        assertThat(ofTwoMinutes.path("counts").path("2026-11-13T08:10:00Z").asLong())
                .isEqualTo(54);
        assertThat(report.path("smallest").path(0).path("delay").asText()).isEqualTo("PT10M50.000001S");
    }

    @Test
    void whatCannotBeIsRefusedAtOnceAndAllTogether() {
        assertThat(execute("--from-file", folder + "/none", "--plot", "plot.pdf", "--counts=0"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString())
                .contains("/none: there is no such file", "--plot plot.pdf: must end with", "--counts 0: must be");
    }

    @Test
    void delayThatIsNoneIsRefused() {
        assertThat(execute("--delays", "1m,2")).isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString()).contains("--delays", "the number 2 has no unit");
    }

    @Test
    void topicThatIsNotThereIsNamed() {
        assertThat(execute()).isEqualTo(ExitCode.KAFKA.code());
        assertThat(err.toString()).contains("sources.readings.kafka.topic = freezer-readings: there is no such topic");
    }

    @Test
    void emptyFileHasNothingToCompare() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThat(execute("--from-file", empty.toString())).isZero();
        assertThat(out.toString()).isEqualTo("file " + empty + ": 0 readings\nthere is nothing to compare\n");
    }
}
