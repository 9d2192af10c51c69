package io.sluice.app.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownProducerIdException;

/**
 * Tells whether a stream thread ended because its Kafka transaction was lost, and whether another may take its place. Kafka aborts a
 * transaction whose process stood still for too long, or whose broker went away at the wrong moment; nothing of it counts, and the
 * next thread begins where the last committed one ended. Kafka Streams sees to most of these cases itself, but takes some of Kafka's
 * answers for the end of the process.
 *
 * <p>It gives up when transactions are lost again and again: then the cause is not a passing one. Thread-safe.
 */
final class LostTransactions {
    private static final List<Class<? extends Exception>> ANSWERS = List.of(
            InvalidTxnStateException.class,
            TransactionAbortedException.class,
            ProducerFencedException.class,
            InvalidProducerEpochException.class,
            InvalidPidMappingException.class,
            UnknownProducerIdException.class,
            OutOfOrderSequenceException.class);
    private static final Duration WITHIN = Duration.ofMinutes(5);
    private static final int MOST = 10;

    private final LongSupplier nanoTime;
    private final Deque<Long> recent = new ArrayDeque<>();

    LostTransactions(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether what ended a thread should be answered by another thread. Counts it, if so. */
    synchronized boolean mayGoOn(Throwable thrown) {
        if (!isLost(thrown)) {
            return false;
        }
        long now = nanoTime.getAsLong();
        while (!recent.isEmpty() && now - recent.getFirst() > WITHIN.toNanos()) {
            recent.removeFirst();
        }
        recent.addLast(now);
        return recent.size() <= MOST;
    }

    private static boolean isLost(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            for (Class<? extends Exception> answer : ANSWERS) {
                if (answer.isInstance(cause)) {
                    return true;
                }
            }
        }
        return false;
    }
}
