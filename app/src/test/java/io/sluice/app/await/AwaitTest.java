package io.sluice.app.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void returnsWhenTheConditionHolds() {
        AtomicInteger asked = new AtomicInteger();
        Await.until("three questions", LONG, () -> asked.incrementAndGet() == 3);
        assertThat(asked).hasValue(3);
    }

    @Test
    void returnsTheFirstValue() {
        AtomicInteger asked = new AtomicInteger();
        assertThat(Await.value(
                        "a second answer",
                        LONG,
                        () -> asked.incrementAndGet() < 2 ? Optional.empty() : Optional.of("here")))
                .isEqualTo("here");
    }

    @Test
    void deadlineFailsWithTheWaitedForAndTheTime() {
        assertThatThrownBy(() -> Await.until("the sea to dry up", Duration.ofMillis(100), () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessage("not within 0.1 seconds: the sea to dry up");
    }

    @Test
    void interruptEndsTheWait() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Await.until("anything", LONG, () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
