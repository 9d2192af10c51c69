package io.sluice.app.window;

import io.sluice.serdes.schema.Row;
import io.sluice.topology.OpenWindow;
import io.sluice.topology.OpenWindowReader;
import io.sluice.topology.ledger.StorageKey;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.pipeline.WindowedQuery;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * The ledgers that this process works on, read out of their stores. Only committed entries are seen, and an iterator sees them as
 * of one moment. For one question, by one thread.
 */
final class LocalLedgers {
    /** How often a ledger is read again because a commit came in between. */
    private static final int ATTEMPTS = 3;

    private static final int ROWS_BETWEEN_LOOKS_AT_THE_CLOCK = 256;

    private final KafkaStreams streams;
    private final OpenWindowReader reader;
    private final KeyFilter filter;
    private final WindowQuestion question;
    private final long deadlineNanos;

    /**
     * What one ledger says.
     *
     * @param rows in order, the question's limit at most
     * @param doneTo there is nothing more up to that one; empty when there is nothing more at all
     */
    record Answer(int partition, long watermark, List<Found> rows, Optional<Cursor> doneTo) {}

    record Found(Cursor cursor, OpenWindow window) {}

    /** @throws IllegalArgumentException when a condition makes no sense for the query's columns */
    LocalLedgers(KafkaStreams streams, WindowedQuery query, WindowQuestion question, Duration time) {
        this.streams = streams;
        this.reader = new OpenWindowReader(query);
        this.filter = new KeyFilter(reader.keySchema(), question.conditions());
        this.question = question;
        this.deadlineNanos = System.nanoTime() + time.toNanos();
    }

    /** @throws WindowsMovingException when the ledger is not here, or not any more */
    Answer ask(int partition) {
        try {
            Answer answer = read(partition);
            for (int again = 1; again < ATTEMPTS && watermark(partition) != answer.watermark; again++) {
                answer = read(partition);
            }
            return answer;
        } catch (InvalidStateStoreException moved) {
            throw new WindowsMovingException("partition " + partition + " is being moved (" + moved.getMessage() + ")");
        }
    }

    private Answer read(int partition) {
        long watermark = watermark(partition);
        Optional<Row> only = filter.onlyGroup();
        Scan scan = new Scan(watermark);
        if (only.isPresent()) {
            lookUp(partition, only.get(), scan);
        } else {
            range(partition, lowerBound(), scan);
        }
        return new Answer(partition, watermark, scan.rows, Optional.ofNullable(scan.stoppedAt));
    }

    private byte[] lowerBound() {
        byte[] first = OpenWindowReader.beginningOf(question.windowStart().orElse(Long.MIN_VALUE));
        byte[] after = question.after().map(Cursor::next).orElse(first);
        return Arrays.compareUnsigned(after, first) > 0 ? after : first;
    }

    /** One look at each window that is open, instead of one at each group. */
    private void lookUp(int partition, Row group, Scan scan) {
        byte[] from = lowerBound();
        while (true) {
            Optional<Long> start = firstWindow(partition, from);
            if (start.isEmpty() || isBehind(start.get())) {
                return;
            }
            byte[] key = reader.key(start.get(), group);
            byte[] value = Arrays.compareUnsigned(key, from) < 0
                    ? null
                    : query(partition, KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(key)));
            if (value != null && !scan.take(key, value)) {
                return;
            }
            if (start.get() == Long.MAX_VALUE) {
                return;
            }
            from = OpenWindowReader.beginningOf(start.get() + 1);
        }
    }

    private boolean isBehind(long windowStart) {
        return question.windowStart().filter(wanted -> wanted != windowStart).isPresent();
    }

    private Optional<Long> firstWindow(int partition, byte[] from) {
        try (KeyValueIterator<Bytes, byte[]> entries = from(partition, from)) {
            return entries.hasNext()
                    ? Optional.of(StorageKey.windowStart(entries.next().key.get()))
                    : Optional.empty();
        }
    }

    private void range(int partition, byte[] from, Scan scan) {
        try (KeyValueIterator<Bytes, byte[]> entries = from(partition, from)) {
            while (entries.hasNext()) {
                var entry = entries.next();
                byte[] key = entry.key.get();
                if (isBehind(StorageKey.windowStart(key)) || !scan.take(key, entry.value)) {
                    return;
                }
            }
        }
    }

    private KeyValueIterator<Bytes, byte[]> from(int partition, byte[] key) {
        return query(partition, RangeQuery.<Bytes, byte[]>withLowerBound(Bytes.wrap(key)));
    }

    private long watermark(int partition) {
        byte[] value = query(partition, KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(StorageKey.ledgerWatermark())));
        return value == null ? Watermark.NONE : ByteBuffer.wrap(value).getLong();
    }

    private <R> R query(int partition, Query<R> query) {
        QueryResult<R> result = streams.query(StateQueryRequest.inStore(OpenWindowReader.STORE)
                        .withQuery(query)
                        .withPartitions(Set.of(partition))
                        .requireActive()
                        .withIsolationLevel(IsolationLevel.READ_COMMITTED))
                .getPartitionResults()
                .get(partition);
        if (result == null || result.isFailure()) {
            throw new WindowsMovingException("partition " + partition + " is being moved"
                    + (result == null ? "" : " (" + result.getFailureMessage() + ")"));
        }
        return result.getResult();
    }

    /** Collects rows until there are enough or time is up. */
    private final class Scan {
        private final long watermark;
        private final List<Found> rows = new ArrayList<>();
        private @Nullable Cursor stoppedAt;
        private int seen;

        Scan(long watermark) {
            this.watermark = watermark;
        }

        /** Whether to go on. */
        boolean take(byte[] key, byte[] value) {
            OpenWindow window = reader.read(key, value);
            // closed by a commit between the look at the watermark and this one
            if (window.windowEnd() > watermark && filter.accepts(window.row())) {
                rows.add(new Found(new Cursor(key), window));
            }
            boolean late = ++seen % ROWS_BETWEEN_LOOKS_AT_THE_CLOCK == 0 && System.nanoTime() - deadlineNanos >= 0;
            if (rows.size() == question.limit() || late) {
                stoppedAt = new Cursor(key);
                return false;
            }
            return true;
        }
    }
}
