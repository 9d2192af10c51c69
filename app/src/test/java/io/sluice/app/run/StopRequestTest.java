package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.kafka.KafkaUnavailableException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class StopRequestTest {
    private final StopRequest stop = new StopRequest();

    @Test
    void requestCutsAQuestionShortAndLeavesNoInterrupt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        Thread stopping = new Thread(() -> {
            awaitUninterrupted(asked);
            stop.request();
        });
        stopping.start();
        assertThat(stop.ask(() -> {
                    asked.countDown();
                    return silentKafka();
                }))
                .isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(stop.await(Duration.ofMillis(1))).isTrue();
        stopping.join();
    }

    @Test
    void nothingIsAskedAfterTheRequest() {
        stop.request();
        assertThat(stop.ask(() -> {
                    throw new AssertionError("asked");
                }))
                .isFalse();
    }

    @Test
    void requestWithoutAQuestionInterruptsNobody() {
        assertThat(stop.ask(() -> true)).isTrue();
        stop.request();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Answers, as our client does, only to an interrupt. */
    private static boolean silentKafka() {
        try {
            new CountDownLatch(1).await();
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new KafkaUnavailableException("interrupted", interrupted);
        }
    }
}
