package io.sluice.app.run;

import io.sluice.app.kafka.KafkaUnavailableException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The request to end, which also cuts short a question to a Kafka that does not answer: else a stop would wait as long as the
 * question may take. Thread-safe; one thread at a time asks.
 */
final class StopRequest {
    private final CountDownLatch requested = new CountDownLatch(1);
    private @Nullable Thread asking;

    synchronized void request() {
        requested.countDown();
        if (asking != null) {
            asking.interrupt();
        }
    }

    boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** @return whether it came within that time */
    boolean await(Duration time) throws InterruptedException {
        return requested.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The answer; false when the request came before or meanwhile. */
    boolean ask(BooleanSupplier question) {
        synchronized (this) {
            if (isRequested()) {
                return false;
            }
            asking = Thread.currentThread();
        }
        try {
            return question.getAsBoolean();
        } catch (KafkaUnavailableException refused) {
            if (isRequested()) {
                return false;
            }
            throw refused;
        } finally {
            answered();
        }
    }

    private synchronized void answered() {
        asking = null;
        if (isRequested()) {
            // meant for the question, and not for what comes after
            var unused = Thread.interrupted();
        }
    }
}
