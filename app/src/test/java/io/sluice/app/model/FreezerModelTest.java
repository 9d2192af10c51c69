package io.sluice.app.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreezerModelTest {
    private static final Duration WINDOW = Duration.ofMinutes(10);

    /** What the lesson prints. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2  | watermark  2 min: 12 readings dropped; 08:00=54, 08:10=54, 08:20=60
            10 | watermark 10 min:  6 readings dropped; 08:00=54, 08:10=60, 08:20=60
            15 | watermark 15 min:  0 readings dropped; 08:00=60, 08:10=60, 08:20=60
            """)
    void lessonsThreeLinesComeOut(int minutes, String line) {
        assertThat(line(FreezerModel.lesson(), minutes)).isEqualTo(line);
    }

    @Test
    void everyUnitOfManyHasTheLessonsCounts() {
        List<Reading> readings = FreezerModel.units(12);
        assertThat(readings).hasSize(12 * 180);
        assertThat(readings)
                .isSortedAccordingTo(Comparator.comparing(Reading::arrivalTime).thenComparing(Reading::readingTime));
        readings.stream().collect(Collectors.groupingBy(Reading::unitId)).forEach((unit, ofUnit) -> {
            assertThat(line(ofUnit, 2)).as(unit).endsWith("12 readings dropped; 08:00=54, 08:10=54, 08:20=60");
            assertThat(line(ofUnit, 15)).as(unit).endsWith(" 0 readings dropped; 08:00=60, 08:10=60, 08:20=60");
        });
    }

    @Test
    void firstUnitOfManyIsTheLessonsAndUnitsDiffer() {
        List<Reading> readings = FreezerModel.units(3, 2);
        assertThat(readings).hasSize(3 * 360);
        assertThat(readings.stream()
                        .filter(reading -> reading.unitId().equals("freezer-01"))
                        .limit(180))
                .containsExactlyElementsOf(FreezerModel.lesson());
        assertThat(readings.stream()
                        .collect(Collectors.groupingBy(
                                Reading::unitId, Collectors.summingInt(Reading::temperatureTenths)))
                        .values())
                .doesNotHaveDuplicates();
        assertThat(FreezerModel.units(3, 2)).isEqualTo(readings);
    }

    @Test
    void messageIsJsonWithTheThreeColumns() throws Exception {
        Reading reading = FreezerModel.lesson().get(0);
        JsonNode json = new ObjectMapper().readTree(reading.json());
        assertThat(json.get("UnitId").asText()).isEqualTo("freezer-01");
        assertThat(json.get("TemperatureC").asDouble())
                .isEqualTo(reading.temperatureC())
                .isBetween(-21.0, -16.0);
        assertThat(json.get("ReadingTime").asText()).isEqualTo("2026-11-13T08:00:00Z");
        assertThat(json.size()).isEqualTo(3);
        assertThat(new String(reading.key(), StandardCharsets.UTF_8)).isEqualTo("freezer-01");
    }

    /** The lesson's program, line for line: a reading is dropped when its window has ended before the watermark. */
    private static String line(List<Reading> inOrderOfArrival, int delayMinutes) {
        Map<Instant, Integer> counted = new TreeMap<>();
        int dropped = 0;
        Instant latest = Instant.MIN;
        for (Reading reading : inOrderOfArrival) {
            Instant time = reading.readingTime();
            latest = time.isAfter(latest) ? time : latest;
            Instant watermark = latest.minus(Duration.ofMinutes(delayMinutes));
            Instant window = Instant.ofEpochSecond(time.getEpochSecond() / WINDOW.toSeconds() * WINDOW.toSeconds());
            if (window.plus(WINDOW).isAfter(watermark)) {
                counted.merge(window, 1, Integer::sum);
            } else {
                dropped++;
            }
        }
        DateTimeFormatter clock = DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);
        String counts = counted.entrySet().stream()
                .map(entry -> clock.format(entry.getKey()) + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
        return "watermark %2d min: %2d readings dropped; %s".formatted(delayMinutes, dropped, counts);
    }
}
