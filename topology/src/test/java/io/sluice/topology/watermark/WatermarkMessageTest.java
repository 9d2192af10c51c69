package io.sluice.topology.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.watermark.WatermarkMessage.CloseTo;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WatermarkMessageTest {

    static Stream<WatermarkMessage> messages() {
        return Stream.of(
                new Share(0, 1, 2, 3, false, false),
                new Share(7, Watermark.NONE, -5, Long.MAX_VALUE, true, false),
                new Share(Integer.MAX_VALUE, Long.MAX_VALUE, Watermark.NONE, Long.MIN_VALUE, false, true),
                Share.unknown(3),
                new CloseTo(-1));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageIsReadAsItWasWritten(WatermarkMessage message) {
        assertThat(WatermarkMessage.decode(message.key(), message.value())).isEqualTo(message);
    }

    @Test
    void sharesOfAPartitionReplaceEachOtherAndNothingElse() {
        assertThat(new Share(1, 5, 6, 7, true, true).key())
                .isEqualTo(Share.unknown(1).key());
        assertThat(Share.unknown(1).key()).isNotEqualTo(Share.unknown(2).key());
        assertThat(new CloseTo(1).key())
                .isEqualTo(new CloseTo(2).key())
                .isNotEqualTo(Share.unknown(1).key());
    }

    @Test
    void whatAnotherReleaseHasWrittenIsRefused() {
        byte[] key = Share.unknown(1).key();
        byte[] value = Share.unknown(1).value();
        value[0] = 9;
        assertThatThrownBy(() -> WatermarkMessage.decode(key, value)).hasMessageContaining("another release");
        assertThatThrownBy(() -> WatermarkMessage.decode(key, null)).hasMessageContaining("another release");
        byte[] unknownKind = {9};
        assertThatThrownBy(() -> WatermarkMessage.decode(unknownKind, new CloseTo(1).value()))
                .hasMessageContaining("kind = 9");
    }
}
