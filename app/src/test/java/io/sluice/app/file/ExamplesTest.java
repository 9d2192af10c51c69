package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.run.QueryCompiler;
import io.sluice.serdes.schema.DataType;
import io.sluice.topology.RowFunction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {
    private static final Path FOLDER = Path.of("../examples");

    static List<Path> examples() throws Exception {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleNeedsNothingButPerhapsTheVariableKafka(Path example) throws Exception {
        QueryFile query = QueryFileReader.read(example, Map.of(), Map.of("KAFKA", "localhost:9092"));
        assertThat(query.notices()).isEmpty();
        assertThat(query.kafka().embedded() || query.kafka().properties().containsValue("localhost:9092"))
                .as("a broker of its own, or that of the variable")
                .isTrue();
        assertThat(query.checkpointLocation()).hasToString("checkpoints/" + query.name());
    }

    @Test
    void clusterAndDelayOfTheFreezerExampleCanBeChosenByTheCommandLine() throws Exception {
        QueryFile query = QueryFileReader.read(
                FOLDER.resolve("freezer-10min.yaml"),
                Map.of("kafka.bootstrap.servers", "host:9092", "sources.readings.watermark.delay", "2 minutes"),
                Map.of());
        assertThat(query.kafka()).isEqualTo(new KafkaSettings(false, Map.of("bootstrap.servers", "host:9092")));
        assertThat(Objects.requireNonNull(query.sources().get("readings"))
                        .watermark()
                        .orElseThrow()
                        .delay())
                .isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void ordersExampleHasTheOtherTypes() throws Exception {
        QueryFile query = QueryFileReader.read(FOLDER.resolve("orders-daily.yaml"), Map.of(), Map.of());
        SourceSettings orders = Objects.requireNonNull(query.sources().get("orders"));
        assertThat(orders.schema().columns()).hasSize(8).anySatisfy(column -> {
            assertThat(column.type()).isEqualTo(new DataType.Decimal(12, 2));
            assertThat(column.nullable()).isFalse();
        });
        assertThat(query.trigger()).isEqualTo(new TriggerSettings.ProcessingTime(Duration.ofMinutes(5)));
    }

    @Test
    void bronzeExampleMakesARowOfEachReadingWithATemperature() throws Exception {
        RowFunction function = QueryCompiler.compile(QueryFileReader.read(
                        FOLDER.resolve("readings-bronze.yaml"), Map.of(), Map.of("KAFKA", "localhost:9092")))
                .rowFunction();
        List<String> rows = new ArrayList<>();
        for (String celsius : List.of("-10", "null", "warm")) {
            String text = "{\"UnitId\": \"a\", \"Celsius\": " + celsius.replace("warm", "\"warm\"")
                    + ", \"ReadingTime\": \"1970-01-02T08:00:00Z\"}";
            boolean good = function.apply(
                    new ConsumerRecord<>("t", 0, 0, new byte[0], text.getBytes(StandardCharsets.UTF_8)),
                    0,
                    row -> rows.add(row.stringAt(0) + " " + row.doubleAt(3) + " " + row.longAt(5)));
            rows.add(good + " " + function.filtered());
        }
        assertThat(rows).containsExactly("a 14.0 1", "true 0", "true 1", "false 0");
        assertThat(new String(
                        function.deadLetter("dead", 1_000_000)
                                .headers()
                                .lastHeader("sluice.column")
                                .value(),
                        StandardCharsets.UTF_8))
                .isEqualTo("Celsius");
    }
}
