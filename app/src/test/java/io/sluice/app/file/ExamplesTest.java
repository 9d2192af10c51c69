package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.DataType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
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
}
