package io.sluice.topology.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UpstreamWatermarksTest {

    @Test
    void slowestPartitionHoldsAllBack() {
        UpstreamWatermarks upstream = new UpstreamWatermarks(3);
        assertThat(upstream.advance(0, 100)).isEqualTo(Watermark.NONE);
        assertThat(upstream.advance(1, 50)).isEqualTo(Watermark.NONE);
        assertThat(upstream.advance(2, 70)).isEqualTo(50);
        assertThat(upstream.advance(1, 90)).isEqualTo(70);
    }

    @Test
    void lowerWatermarkChangesNothing() {
        UpstreamWatermarks upstream = new UpstreamWatermarks(1);
        upstream.advance(0, 100);
        assertThat(upstream.advance(0, 99)).isEqualTo(100);
    }

    @Test
    void restoredWatermarksAreThoseThatWereFlushed() {
        MemoryStorage storage = new MemoryStorage();
        UpstreamWatermarks upstream = new UpstreamWatermarks(2);
        upstream.advance(0, 5);
        upstream.advance(1, 7);
        upstream.flush(storage);
        upstream.advance(0, 9);
        UpstreamWatermarks restored = new UpstreamWatermarks(2);
        restored.load(storage);
        assertThat(restored.minimum()).isEqualTo(5);
        assertThat(restored.advance(0, 8)).isEqualTo(7);
    }
}
