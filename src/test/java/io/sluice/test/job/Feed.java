package io.sluice.test.job;

import io.sluice.test.kafka.Topics;
import io.sluice.test.read.TableRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Readings of some units that are sent step by step, some of them out of order and some late, and the group-by over all that were
 * sent. Confined to one thread.
 */
final class Feed {
    static final Duration DELAY = Duration.ofMinutes(5);
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00Z");
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final int SECONDS_PER_READING = 20;

    private final Topics topics;
    private final String topic;
    private final int partitions;
    private final int units;
    private final boolean spread;
    private final Random random;
    private final GroupBy expected;
    private int second;
    private long sent;
    private long sentNanos = System.nanoTime();

    /** @param spread whether a unit's readings go to any partition; else each unit has its own */
    Feed(Topics topics, String topic, int partitions, int units, boolean spread, Random random) {
        this(topics, topic, partitions, units, random, spread);
        topics.create(topic, partitions);
    }

    /** As the constructor, of a topic that exists. */
    static Feed into(Topics topics, String topic, int partitions, int units, boolean spread, Random random) {
        return new Feed(topics, topic, partitions, units, random, spread);
    }

    private Feed(Topics topics, String topic, int partitions, int units, Random random, boolean spread) {
        this.topics = topics;
        this.topic = topic;
        this.partitions = partitions;
        this.units = units;
        this.spread = spread;
        this.random = random;
        this.expected = new GroupBy(DELAY, partitions);
    }

    GroupBy expected() {
        return expected;
    }

    List<TableRow> closed() {
        return spread ? expected.closedByAll() : expected.closedByPartition();
    }

    /** Sends the readings of so many minutes of event time and waits until Kafka has them. */
    void send(int minutes) {
        List<Measurement> readings = new ArrayList<>();
        int end = second + minutes * 60;
        for (; second < end; second += SECONDS_PER_READING) {
            for (int unit = 0; unit < units; unit++) {
                readings.add(reading(unit));
            }
        }
        send(readings);
    }

    /** As {@link #send(int)}, but not more often than ten times a second. To be called often. */
    void sendNowAndThen(int minutes) {
        if (System.nanoTime() - sentNanos >= PAUSE_NANOS) {
            send(minutes);
        }
    }

    private Measurement reading(int unit) {
        // one in ten is up to seven minutes behind, which is late for some windows when the watermark is five minutes
        // behind
        int behind = random.nextInt(10) == 0 ? random.nextInt(420) : random.nextInt(20);
        int partition = spread ? random.nextInt(partitions) : unit % partitions;
        double celsius = -20 + random.nextInt(40) / 4.0;
        return new Measurement(partition, "unit-%03d".formatted(unit), celsius, MORNING.plusSeconds(second - behind));
    }

    /** Sends one reading to each partition that is so far ahead that every window of the others closes. */
    void closeAll() {
        second += 3_600;
        List<Measurement> readings = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            readings.add(new Measurement(partition, "closer-" + partition, 0, MORNING.plusSeconds(second)));
        }
        send(readings);
    }

    /** Sends one reading of the first minute to the first partition. */
    void sendAtTheBeginning() {
        send(List.of(new Measurement(0, "unit-000", -99, MORNING.plusSeconds(1))));
    }

    private void send(List<Measurement> readings) {
        expected.add(readings);
        topics.send(topic, readings.stream().map(Measurement::message).toList());
        sent += readings.size();
        sentNanos = System.nanoTime();
    }

    /** Number of readings sent. */
    long sent() {
        return sent;
    }
}
