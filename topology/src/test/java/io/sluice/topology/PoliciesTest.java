package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.sql.SourceTable;
import io.sluice.query.sql.SqlException;
import io.sluice.query.sql.SqlPlanner;
import io.sluice.serdes.decode.PayloadCase;
import io.sluice.serdes.encode.RowJson;
import io.sluice.topology.watermark.SilenceSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of a message by each policy for bad records: each line of policies.txt is a case. A line is written as
 * {@link PayloadCase} tells, with the policy and a condition on the rows among its settings, and as outcome
 * <ul>
 *   <li>rows as JSON, {@code nulled} where columns are null that could not be read, and {@code filtered} with the number of rows that the
 *       condition dropped; {@code no row} where there is none by the message's own word
 *   <li>{@code !STAGE column: reason} for a dead letter, with a part of the reason
 *   <li>{@code STOP} and a part of the error that stops the query
 * </ul>
 */
class PoliciesTest {
    private static final int LARGE = 1_000_000;
    private static final long HOUR = 3_600_000_000L;

    static Stream<PayloadCase> cases() {
        InputStream file = Objects.requireNonNull(PoliciesTest.class.getResourceAsStream("policies.txt"));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            List<String> cases = lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
            return cases.stream().map(PayloadCase::parse);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void messageBecomesWhatItsLineSays(PayloadCase line) throws SqlException {
        String outcome = outcome(line);
        if (line.outcome().startsWith("!") || line.outcome().startsWith("STOP ")) {
            assertThat(outcome).startsWith(line.outcome());
        } else {
            assertThat(outcome).isEqualTo(line.outcome());
        }
    }

    private static String outcome(PayloadCase line) throws SqlException {
        SourceDescription source = source(line);
        String where = line.settings().getOrDefault("where", "");
        SourceTable table = new SourceTable("t", source.schema(), Optional.empty());
        RowFunction function = new RowFunction(
                source,
                SqlPlanner.plan("SELECT * FROM t" + (where.isEmpty() ? "" : " WHERE " + where), List.of(table)));
        RowJson json = new RowJson(function.outputSchema());
        List<String> found = new ArrayList<>();
        try {
            if (!function.apply(record(line), 0, row -> found.add(json.text(row)))) {
                assertThat(found).isEmpty();
                return letter(function.deadLetter("letters", LARGE));
            }
        } catch (BadRecordStopException stop) {
            return "STOP " + stop.getMessage();
        }
        if (function.size() == 0) {
            found.add("no row");
        }
        if (function.nulled()) {
            found.add("nulled");
        }
        if (function.filtered() > 0) {
            found.add("filtered " + function.filtered());
        }
        return String.join(" ", found);
    }

    private static SourceDescription source(PayloadCase line) {
        return new SourceDescription(
                "topic",
                4,
                line.schema(),
                line.schema().ordinal("at").orElse(SourceDescription.NO_EVENT_TIME),
                Optional.empty(),
                0,
                HOUR,
                List.of(),
                SilenceSettings.OFF,
                BadRecords.valueOf(line.settings().getOrDefault("policy", "")),
                LateRecords.DROP,
                line::decoder);
    }

    private static ConsumerRecord<byte[], byte[]> record(PayloadCase line) {
        var message = line.record();
        return new ConsumerRecord<>(
                message.topic(),
                message.partition(),
                message.offset(),
                message.timestampMs(),
                TimestampType.CREATE_TIME,
                -1,
                -1,
                message.key(),
                message.value(),
                new RecordHeaders(),
                Optional.empty());
    }

    private static String letter(ProducerRecord<byte[], byte[]> letter) {
        String column = header(letter, "sluice.column");
        return "!" + header(letter, "sluice.stage") + " " + (column.isEmpty() ? "" : column + ": ")
                + header(letter, "sluice.reason");
    }

    private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
        @Nullable Header header = letter.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
