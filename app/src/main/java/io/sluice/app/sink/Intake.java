package io.sluice.app.sink;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a sink stage has read and has not committed yet. Confined to the sink thread, but for {@link Batch#commit}. */
interface Intake extends ReadPartitions {

    /** Takes a record of a partition that it {@link #holds}; one below what was read already is not taken. */
    void take(ConsumerRecord<byte[], byte[]> record);

    /** Rows to be committed. */
    long rows();

    /** Memory that they take, in bytes, about. */
    long bytes();

    /** Partition -> position below which there is nothing to be committed, when no batch is in flight. */
    Map<Integer, Long> settled();

    /**
     * Whether there is something to commit.
     *
     * @param last whether positions that moved without a row are worth a version of the table by themselves
     */
    boolean wantsCommit(boolean last);

    /** Where reading a partition stops, exclusive; {@link Long#MAX_VALUE} to read for ever. */
    long end(int partition);

    /** Behind the last record read of a partition that it holds. */
    long position(int partition);

    /** Whether reading stops somewhere and every partition is there. */
    boolean isAtEnd();

    /** Hands over all that is to be committed, and goes on behind it; when it is not committed, {@link #start} puts that back. */
    Batch take();

    /** What goes into one version of the table. */
    interface Batch {
        List<Span> spans();

        /** Partition -> position behind it. */
        Map<Integer, Long> ends();

        /** On the table thread. */
        CommitOutcome commit();

        /** It is in the table, by whomever. On the sink thread. */
        void committed();
    }
}
