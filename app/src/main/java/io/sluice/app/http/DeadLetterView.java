package io.sluice.app.http;

import io.sluice.app.kafka.KafkaUnavailableException;
import io.sluice.app.run.StreamingQuery;
import java.util.List;
import java.util.function.LongSupplier;

/** The newest dead letters, asked of Kafka once in a while however many look at them. Thread-safe. */
final class DeadLetterView {
    static final int SHOWN = 20;
    private static final long GOOD_FOR_NANOS = 5_000_000_000L;

    private final LongSupplier nanoTime;
    private List<StreamingQuery.DeadLetter> last = List.of();
    private boolean asked;
    private long askedNanos;

    DeadLetterView(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** @throws Refusal when Kafka does not answer */
    synchronized List<StreamingQuery.DeadLetter> of(StreamingQuery query) {
        long now = nanoTime.getAsLong();
        if (!asked || now - askedNanos > GOOD_FOR_NANOS) {
            try {
                last = query.lastDeadLetters(SHOWN);
            } catch (KafkaUnavailableException silent) {
                throw Refusal.notReady(String.valueOf(silent.getMessage()));
            }
            asked = true;
            askedNanos = now;
        }
        return last;
    }
}
