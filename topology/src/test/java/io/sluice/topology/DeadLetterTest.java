package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
    private static String reasonOf(String reason) {
        Record<byte[], byte[]> letter = DeadLetter.of(
                new Record<>(new byte[] {1}, new byte[] {2}, 0),
                Optional.of(new Origin("readings", 0, 7)),
                new Rejection(Rejection.Stage.DECODE, Optional.empty(), reason),
                0,
                QueryTopology.DEFAULT_MAX_BATCH_BYTES);
        return new String(letter.headers().lastHeader("sluice.reason").value(), StandardCharsets.UTF_8);
    }

    @Test
    void reasonOfTwoThousandCharactersIsKept() {
        assertThat(reasonOf("x".repeat(2_000))).isEqualTo("x".repeat(2_000));
    }

    @Test
    void longerReasonIsCutThere() {
        assertThat(reasonOf("x".repeat(2_001))).isEqualTo("x".repeat(1_999) + "\u2026");
        assertThat(reasonOf("x".repeat(3_000_000))).hasSize(2_000);
    }

    @Test
    void cutDoesNotPartACharacter() {
        assertThat(reasonOf("x".repeat(1_998) + "\ud83e\uddca".repeat(10))).isEqualTo("x".repeat(1_998) + "\u2026");
    }
}
