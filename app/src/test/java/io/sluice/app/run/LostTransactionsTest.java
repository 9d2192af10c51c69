package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class LostTransactionsTest {
    private final Throwable lost =
            new StreamsException("commit", new StreamsException("task", new InvalidTxnStateException("invalid state")));

    private final AtomicLong nanos = new AtomicLong();
    private final LostTransactions transactions = new LostTransactions(nanos::get);

    @Test
    void threadWhoseTransactionWasLostIsReplaced() {
        assertThat(transactions.mayGoOn(lost)).isTrue();
    }

    @Test
    void threadThatEndedForAnotherReasonIsNot() {
        assertThat(transactions.mayGoOn(new StreamsException(new FencedInstanceIdException("a copy"))))
                .isFalse();
        assertThat(transactions.mayGoOn(new IllegalStateException("a bug"))).isFalse();
        assertThat(transactions.mayGoOn(new OutOfMemoryError())).isFalse();
    }

    @Test
    void manyWithinMinutesAreTheEnd() {
        for (int time = 0; time < 10; time++) {
            assertThat(transactions.mayGoOn(lost))
                    .as("lost transaction %d", time)
                    .isTrue();
            nanos.addAndGet(Duration.ofSeconds(20).toNanos());
        }
        assertThat(transactions.mayGoOn(lost)).isFalse();
    }

    @Test
    void oneNowAndThenIsNever() {
        for (int time = 0; time < 100; time++) {
            assertThat(transactions.mayGoOn(lost))
                    .as("lost transaction %d", time)
                    .isTrue();
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        }
    }
}
