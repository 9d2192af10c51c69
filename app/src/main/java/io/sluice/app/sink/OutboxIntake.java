package io.sluice.app.sink;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Rows of closed windows, as they are in the topic. */
final class OutboxIntake implements Intake {
    private final OutboxBuffer buffer;
    private final WindowTable table;

    OutboxIntake(OutboxBuffer buffer, WindowTable table) {
        this.buffer = buffer;
        this.table = table;
    }

    @Override
    public void start(int partition, long position) {
        buffer.start(partition, position);
    }

    @Override
    public void drop(int partition) {
        buffer.drop(partition);
    }

    @Override
    public boolean holds(int partition) {
        return buffer.holds(partition);
    }

    @Override
    public void readUpTo(int partition, long position) {
        buffer.readUpTo(partition, position);
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        buffer.add(record.partition(), record.offset(), record.value());
    }

    @Override
    public long rows() {
        return buffer.rows();
    }

    @Override
    public long bytes() {
        return buffer.bytes();
    }

    @Override
    public Map<Integer, Long> settled() {
        return buffer.settled();
    }

    /** What lies before the next row are transaction markers, which cost nothing to read again. */
    @Override
    public boolean wantsCommit(boolean last) {
        return buffer.hasRows();
    }

    @Override
    public long end(int partition) {
        return Long.MAX_VALUE;
    }

    @Override
    public long position(int partition) {
        return buffer.position(partition);
    }

    @Override
    public boolean isAtEnd() {
        return false;
    }

    @Override
    public Batch take() {
        return new Rows(buffer.take(), table);
    }

    private record Rows(OutboxBuffer.Batch batch, WindowTable table) implements Batch {
        @Override
        public List<Span> spans() {
            return batch.spans();
        }

        @Override
        public Map<Integer, Long> ends() {
            return batch.ends();
        }

        @Override
        public CommitOutcome commit() {
            return table.append(batch.spans(), batch.rows());
        }

        @Override
        public void committed() {
            // nothing was counted on the way
        }
    }
}
