package io.sluice.app.run;

import io.sluice.app.progress.QueryProgress;
import io.sluice.app.sink.SinkProgress;
import io.sluice.topology.watermark.QueryWatermark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;

/**
 * What reads, computes and commits in a running query. One thread starts and ends it and asks whether it is done; any thread may
 * look.
 */
interface Work {

    /** Begins to read; what ends it later is told to the query. */
    void start();

    /** Whether it ends by itself, and everything that was there at the start is in the table. May ask Kafka. */
    boolean isDone(StopRequest stop);

    /**
     * Ends everything in order.
     *
     * @return what did not end within the time, by name
     */
    List<String> stop(Duration timeout) throws InterruptedException;

    /** Gives up what has not ended. */
    void abandon();

    /** Closes what only watches. */
    void close();

    /** Offsets of the source that are not committed yet, up to where it ends by itself or to what is there now. */
    long lag();

    /** Partitions that this process works on; empty while it is not settled who works on what. */
    Optional<Set<TopicPartition>> owned();

    /** What of the state is still to be read back, in words; empty when there is nothing. */
    String restoring();

    QueryProgress.State state();

    SinkProgress sink();

    /** For how long the table has not answered what it was asked. */
    Duration tableSilentFor();

    Optional<QueryWatermark> watermarks();

    /** Kafka Streams itself; empty where none runs. */
    Optional<KafkaStreams> kafkaStreams();
}
