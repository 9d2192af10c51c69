package io.sluice.app.sink;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.topology.RowFunction;
import io.sluice.topology.progress.EventTimes;
import io.sluice.topology.progress.TopologyProgress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Rows of a query without a window, made as its messages are read, and the messages that are bad. A batch holds exactly what the
 * messages between the partition's position in the table and the position read up to come to.
 */
final class AppendIntake implements Intake {
    /** How often a version of the table is made of positions alone: what the query's conditions drop is read again after a crash. */
    static final Duration LONGEST_WITHOUT_A_NOTE = Duration.ofSeconds(10);

    private final TransactionIds transactionIds;
    private final RowFunction function;
    private final long rowBytes;
    private final int contentFactor;
    private final AppendTable table;
    private final DeadLetters deadLetters;
    private final TopologyProgress progress;
    private final InstantSource clock;
    private final TreeMap<Integer, Partition> partitions = new TreeMap<>();
    private final Map<Integer, PartitionCounts> counted;
    private final EventTimes.Counter eventTimes = new EventTimes.Counter();
    private volatile Map<Integer, Long> ends = Map.of();
    private long bytes;
    private long rows;
    private long letters;
    private long notedMs;

    /**
     * Where bad messages go.
     *
     * @param topic of dead letters
     * @param maxBytes what it takes as one batch
     */
    record DeadLetters(String topic, int maxBytes, DeadLetterOutlet outlet) {}

    private final class Partition {
        /** Where the table stands, or will once the batch in flight is in it. */
        long from;
        /** Behind the last message read; may be past it by transaction markers. */
        long to;

        PackedRows rows = new PackedRows(function.outputSchema());
        List<DeadLetterOutlet.Letter> letters = new ArrayList<>();
        long bytes;
        final PartitionCounts counts;
        /** Something was read since the last report. */
        boolean moved = true;

        Partition(long position, PartitionCounts counts) {
            from = position;
            to = position;
            this.counts = counts;
        }
    }

    /**
     * @param counted what the messages below a partition's position in the table have come to in this process: one map for all intakes of
     *     it, which any of their threads may use
     */
    AppendIntake(
            TransactionIds transactionIds,
            RowFunction function,
            AppendTable table,
            DeadLetters deadLetters,
            TopologyProgress progress,
            Map<Integer, PartitionCounts> counted,
            InstantSource clock) {
        this.transactionIds = transactionIds;
        this.function = function;
        this.rowBytes = PackedRows.rowBytes(function.outputSchema());
        this.contentFactor = PackedRows.contentFactor(function.outputSchema());
        this.table = table;
        this.deadLetters = deadLetters;
        this.progress = progress;
        this.counted = counted;
        this.clock = clock;
        this.notedMs = clock.millis();
    }

    /** From now on reads each of the partitions up to that offset, exclusive, and others for ever. Any thread may say so. */
    void readTo(Map<Integer, Long> later) {
        ends = Map.copyOf(later);
    }

    @Override
    public void start(int partition, long position) {
        drop(partition);
        PartitionCounts counts =
                counted.computeIfAbsent(partition, PartitionCounts::new).copy();
        partitions.put(partition, new Partition(position, counts));
        progress.sourceOpened(counts.progress());
    }

    @Override
    public void drop(int partition) {
        Partition gone = partitions.remove(partition);
        if (gone != null) {
            bytes -= gone.bytes;
            rows -= gone.rows.size();
            letters -= gone.letters.size();
            progress.sourceClosed(partition);
        }
    }

    @Override
    public boolean holds(int partition) {
        return partitions.containsKey(partition);
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        Partition at = partition(record.partition());
        if (record.offset() < at.to || record.offset() >= end(record.partition())) {
            return;
        }
        int before = at.rows.size();
        long lettersBefore = letters;
        if (function.apply(record, clock.millis(), at.rows)) {
            count(at.counts);
        } else {
            at.counts.deadLetters++;
            letters++;
            at.letters.add(new DeadLetterOutlet.Letter(
                    record.offset(), function.deadLetter(deadLetters.topic, deadLetters.maxBytes)));
        }
        at.to = record.offset() + 1;
        int made = at.rows.size() - before;
        // what the conditions drop takes no memory
        long size = made == 0 && letters == lettersBefore ? 0 : made * rowBytes + contentFactor * size(record);
        rows += made;
        at.bytes += size;
        bytes += size;
        at.moved = true;
    }

    private static long size(ConsumerRecord<byte[], byte[]> record) {
        return Math.max(0, record.serializedKeySize()) + (long) Math.max(0, record.serializedValueSize());
    }

    private void count(PartitionCounts counts) {
        // without a row by its own word it counts as one row that the conditions drop, as in a query with a window
        int without = function.size() == 0 ? 1 : 0;
        counts.rows += function.size() + without;
        counts.filtered += function.filtered() + without;
        if (function.nulled()) {
            counts.nulled++;
        }
        if (function.hasEventTime()) {
            for (int i = 0; i < function.size(); i++) {
                counts.maxEventTime = Math.max(counts.maxEventTime, function.eventTime(i));
                eventTimes.add(function.eventTime(i), counts.maxEventTime);
            }
        }
    }

    @Override
    public void readUpTo(int partition, long position) {
        Partition at = partition(partition);
        long reached = Math.min(position, end(partition));
        at.moved |= reached > at.to;
        at.to = Math.max(at.to, reached);
        if (at.moved) {
            at.moved = false;
            progress.source(at.counts.progress());
            progress.position(partition, at.to);
            progress.eventTimes(eventTimes.take());
        }
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    /** As far as the table is, and no further: also what gave no row is read again from there. */
    @Override
    public Map<Integer, Long> settled() {
        Map<Integer, Long> positions = new TreeMap<>();
        partitions.forEach((number, partition) -> positions.put(number, partition.from));
        return positions;
    }

    @Override
    public boolean wantsCommit(boolean last) {
        return rows > 0
                || letters > 0
                || ((last || clock.millis() - notedMs >= LONGEST_WITHOUT_A_NOTE.toMillis())
                        && partitions.values().stream().anyMatch(partition -> partition.to > partition.from));
    }

    @Override
    public long end(int partition) {
        return ends.getOrDefault(partition, Long.MAX_VALUE);
    }

    @Override
    public long position(int partition) {
        return partition(partition).to;
    }

    @Override
    public boolean isAtEnd() {
        return !ends.isEmpty()
                && partitions.entrySet().stream().allMatch(entry -> entry.getValue().to >= end(entry.getKey()));
    }

    @Override
    public Intake.Batch take() {
        Batch batch = new Batch();
        partitions.forEach((number, partition) -> {
            if (partition.to > partition.from) {
                batch.spans.add(new Span(transactionIds.of(number), partition.from, partition.to));
                batch.ends.put(number, partition.to);
                batch.counts.put(number, partition.counts.copy());
                batch.rows.add(partition.rows);
                if (!partition.letters.isEmpty()) {
                    batch.letters.put(number, partition.letters);
                }
                partition.rows = new PackedRows(function.outputSchema());
                partition.letters = new ArrayList<>();
                partition.bytes = 0;
                partition.from = partition.to;
            }
        });
        bytes = 0;
        rows = 0;
        letters = 0;
        notedMs = clock.millis();
        return batch;
    }

    private final class Batch implements Intake.Batch {
        private final List<Span> spans = new ArrayList<>();
        private final Map<Integer, Long> ends = new TreeMap<>();
        private final Map<Integer, PartitionCounts> counts = new TreeMap<>();
        private final List<PackedRows> rows = new ArrayList<>();
        private final Map<Integer, List<DeadLetterOutlet.Letter>> letters = new TreeMap<>();

        @Override
        public List<Span> spans() {
            return spans;
        }

        @Override
        public Map<Integer, Long> ends() {
            return ends;
        }

        @Override
        public CommitOutcome commit() {
            for (Map.Entry<Integer, List<DeadLetterOutlet.Letter>> bad : letters.entrySet()) {
                long end = ends.getOrDefault(bad.getKey(), 0L);
                if (!deadLetters.outlet.send(bad.getKey(), end, bad.getValue())) {
                    return new CommitOutcome.Fenced(Map.of());
                }
            }
            return table.append(spans, PackedRows.joined(rows));
        }

        @Override
        public void committed() {
            counted.putAll(counts);
        }
    }

    private Partition partition(int number) {
        Partition partition = partitions.get(number);
        if (partition == null) {
            throw new IllegalStateException("partition " + number + " was not started");
        }
        return partition;
    }
}
