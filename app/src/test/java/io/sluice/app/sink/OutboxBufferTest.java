package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.commit.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboxBufferTest {
    private final OutboxBuffer buffer = new OutboxBuffer(new TransactionIds("q", "t"));

    private static byte[] row(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void spanReachesFromTheTablesPositionToBehindTheLastRead() {
        buffer.start(3, 40);
        buffer.add(3, 41, row("a"));
        buffer.add(3, 45, row("b"));
        buffer.readUpTo(3, 47);
        OutboxBuffer.Batch batch = buffer.take();
        assertThat(batch.spans()).containsExactly(new Span("q:t:3", 40, 47));
        assertThat(batch.rows()).hasSize(2);
        assertThat(batch.ends()).isEqualTo(Map.of(3, 47L));
    }

    @Test
    void nextSpanStartsWhereTheLastEnded() {
        buffer.start(0, 0);
        buffer.add(0, 0, row("a"));
        buffer.take();
        buffer.add(0, 5, row("b"));
        assertThat(buffer.take().spans()).containsExactly(new Span("q:t:0", 1, 6));
    }

    @Test
    void partitionThatReadOnlyMarkersIsNotPartOfABatchAndKeepsItsPosition() {
        buffer.start(0, 10);
        buffer.start(1, 0);
        buffer.readUpTo(0, 20);
        buffer.add(1, 0, row("a"));
        assertThat(buffer.take().spans()).containsExactly(new Span("q:t:1", 0, 1));
        buffer.add(0, 20, row("b"));
        assertThat(buffer.take().spans()).containsExactly(new Span("q:t:0", 10, 21));
    }

    @Test
    void recordReadBeforeASeekIsNotTakenTwice() {
        buffer.start(0, 10);
        buffer.add(0, 9, row("old"));
        buffer.add(0, 10, row("a"));
        buffer.add(0, 10, row("again"));
        assertThat(buffer.rows()).isEqualTo(1);
    }

    @Test
    void droppedPartitionLeavesNothing() {
        buffer.start(0, 0);
        buffer.add(0, 0, row("abc"));
        assertThat(buffer.bytes()).as("its bytes and what an object costs").isEqualTo(3 + 64);
        buffer.drop(0);
        assertThat(buffer.hasRows()).isFalse();
        assertThat(buffer.bytes()).isZero();
        assertThat(buffer.holds(0)).isFalse();
        assertThatThrownBy(() -> buffer.add(0, 1, row("x"))).hasMessageContaining("was not started");
    }

    @Test
    void startDropsWhatWasBuffered() {
        buffer.start(0, 0);
        buffer.add(0, 0, row("a"));
        buffer.start(0, 7);
        assertThat(buffer.hasRows()).isFalse();
        buffer.add(0, 7, row("b"));
        assertThat(buffer.take().spans()).containsExactly(new Span("q:t:0", 7, 8));
    }

    @Test
    void settledIsBelowTheFirstBufferedRow() {
        buffer.start(0, 3);
        buffer.start(1, 3);
        buffer.readUpTo(0, 9);
        buffer.add(1, 4, row("a"));
        assertThat(buffer.settled()).isEqualTo(Map.of(0, 9L, 1, 3L));
    }

    @Test
    void rowsOfAPartitionKeepTheirOrder() {
        buffer.start(0, 0);
        List.of("a", "b", "c").forEach(text -> buffer.add(0, buffer.rows(), row(text)));
        assertThat(buffer.take().rows())
                .extracting(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .containsExactly("a", "b", "c");
    }
}
