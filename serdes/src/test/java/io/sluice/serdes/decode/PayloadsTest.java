package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Rows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each line of payloads.txt is a case; to add one is to add a line. {@link PayloadCase} tells how it is written. */
class PayloadsTest {

    static Stream<PayloadCase> cases() {
        InputStream file = Objects.requireNonNull(PayloadsTest.class.getResourceAsStream("payloads.txt"));
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
    void messageBecomesWhatItsLineSays(PayloadCase line) {
        RowDecoder decoder = line.decoder();
        Rows rows = new Rows(line.schema().width());
        for (int time = 1; time <= 2; time++) {
            // the second time finds what the first has left behind
            String outcome = outcome(line, decoder, rows);
            if (line.outcome().startsWith("!")) {
                assertThat(outcome).startsWith("!").contains(line.outcome().substring(1));
            } else {
                assertThat(outcome).isEqualTo(line.outcome());
            }
        }
    }

    private static String outcome(PayloadCase line, RowDecoder decoder, Rows rows) {
        try {
            decoder.decode(line.record(), rows);
        } catch (BadRecordException e) {
            return "!" + e.column().map(column -> column + ": ").orElse("") + e.reason();
        }
        RowJson json = new RowJson(line.schema());
        return rows.size() == 0
                ? "none"
                : IntStream.range(0, rows.size())
                        .mapToObj(i -> json.text(rows.row(i)))
                        .collect(Collectors.joining(" "));
    }
}
