package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.topology.ShuffleMessage.Partial;
import io.sluice.topology.ShuffleMessage.WatermarkMarker;
import java.nio.BufferUnderflowException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleMessageTest {

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 1_794_556_800_000_000L, Long.MAX_VALUE})
    void watermarkComesBackAsItWasSent(long watermark) {
        WatermarkMarker marker = new WatermarkMarker(7, watermark);
        assertThat(ShuffleMessage.isWatermark(marker.encode())).isTrue();
        assertThat(ShuffleMessage.decode(marker.encode())).isEqualTo(marker);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 1_000})
    void partialAggregateComesBackAsItWasSent(int length) {
        byte[] state = new byte[length];
        Arrays.fill(state, ShuffleMessage.WATERMARK);
        byte[] encoded = new Partial(Integer.MAX_VALUE, -600_000_000L, state).encode();
        assertThat(ShuffleMessage.isWatermark(encoded)).isFalse();
        assertThat(ShuffleMessage.decode(encoded)).isInstanceOfSatisfying(Partial.class, partial -> {
            assertThat(partial.sourcePartition()).isEqualTo(Integer.MAX_VALUE);
            assertThat(partial.windowStart()).isEqualTo(-600_000_000L);
            assertThat(partial.state()).isEqualTo(state);
        });
    }

    /** Messages of one release wait in the topic for the next. */
    @Test
    void bytesAreThoseOfTheFirstRelease() {
        assertThat(HexFormat.of().formatHex(new Partial(3, 258, new byte[] {9, 8}).encode()))
                .isEqualTo("01" + "00000003" + "0000000000000102" + "0908");
        assertThat(HexFormat.of().formatHex(new WatermarkMarker(3, -2).encode()))
                .isEqualTo("02" + "00000003" + "fffffffffffffffe");
    }

    @Test
    void kindOfAnotherReleaseIsRefused() {
        byte[] message = new WatermarkMarker(0, 0).encode();
        message[0] = 3;
        assertThatThrownBy(() -> ShuffleMessage.decode(message))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("shuffle message kind = 3: written by another release");
    }

    @Test
    void truncatedMessageIsRefused() {
        assertThatThrownBy(() -> ShuffleMessage.decode(new byte[] {ShuffleMessage.WATERMARK, 0, 0}))
                .isInstanceOf(BufferUnderflowException.class);
    }
}
