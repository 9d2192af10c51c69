package io.sluice.benchmarks.compare;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The readings that all contenders read: 1,000 units, one reading each ten seconds, one in a hundred up to twelve minutes late, none
 * later than the watermark allows. The same readings go to a topic with the unit as the key and to one with null keys.
 */
final class Workload {
    static final int UNITS = 1_000;
    static final int PARTITIONS = 4;
    static final String KEYED = "readings";
    static final String SHUFFLED = "readings-without-key";

    /** New readings of a scheduled run, over a quarter of an hour. */
    static final int BATCH = 1_260;

    private static final long BASE_MS = Instant.parse("2026-11-13T08:00:10Z").toEpochMilli();
    /** Start of a window. */
    private static final long WINDOW_MS = Instant.parse("2026-11-13T08:00:00Z").toEpochMilli();
    /** A prime: neighbours in the topic are none among the units. */
    private static final long STRIDE = 999_983;

    private static final long PERIOD_MS = 10_000;
    private static final long QUARTER_MS = 900_000;
    private static final int LATE_TICKS = 71;

    private final String bootstrapServers;
    private final long readings;

    Workload(String bootstrapServers, long readings) {
        this.bootstrapServers = bootstrapServers;
        this.readings = readings;
    }

    private record Reading(long tick, byte[] key, byte[] value) {}

    /** Returns when the broker leads the topic: producers that come earlier stumble over their own sequence numbers for minutes. */
    static void createTopic(String bootstrapServers, String topic) throws InterruptedException, ExecutionException {
        createTopic(bootstrapServers, topic, PARTITIONS);
    }

    static void createTopic(String bootstrapServers, String topic, int partitions)
            throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            NewTopic created = new NewTopic(topic, partitions, (short) 1);
            admin.createTopics(List.of(created.configs(Map.of("retention.ms", "-1"))))
                    .all()
                    .get();
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
            awaitLeaders(admin, ends);
        }
    }

    /** Answered by the partitions' leaders, and asked again until they are there. */
    private static void awaitLeaders(Admin admin, Map<TopicPartition, OffsetSpec> ends)
            throws InterruptedException, ExecutionException {
        for (; ; Thread.sleep(10)) {
            try {
                admin.listOffsets(ends).all().get();
                return;
            } catch (ExecutionException refused) {
                // a busy broker learns of a topic later than it is made
                if (!(refused.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw refused;
                }
            }
        }
    }

    /** Makes both topics and sends all readings to both. */
    void send() throws InterruptedException, ExecutionException {
        createTopic(bootstrapServers, KEYED);
        createTopic(bootstrapServers, SHUFFLED);
        Random random = new Random(7);
        Units units = new Units(random);
        PriorityQueue<Reading> late = new PriorityQueue<>(Comparator.comparingLong(Reading::tick));
        try (Sender sender = new Sender(bootstrapServers, 50)) {
            for (long i = 0; i < readings; i++) {
                int unit = (int) (i % UNITS);
                long tick = i / UNITS;
                while (!late.isEmpty() && late.peek().tick() <= tick) {
                    sendToBoth(sender, late.remove(), random);
                }
                Reading reading = units.reading(unit, tick, BASE_MS + tick * PERIOD_MS + unit * 10L);
                if (random.nextInt(100) == 0) {
                    late.add(new Reading(tick + 1 + random.nextInt(LATE_TICKS), reading.key(), reading.value()));
                } else {
                    sendToBoth(sender, reading, random);
                }
            }
            // what is held back at the end is still in time
            late.forEach(reading -> sendToBoth(sender, reading, random));
        }
    }

    private static void sendToBoth(Sender sender, Reading reading, Random random) {
        sender.send(new ProducerRecord<>(KEYED, reading.key(), reading.value()));
        // by ourselves: the producer fills one partition after the other, and the smallest watermark would depend on
        // its speed
        sender.send(new ProducerRecord<>(SHUFFLED, random.nextInt(PARTITIONS), null, reading.value()));
    }

    /** Sends the next quarter of an hour to the keyed topic: {@link #BATCH} readings. */
    void sendBatch(int number) {
        Units units = new Units(new Random(7 + number));
        long start = BASE_MS + readings / UNITS * PERIOD_MS + (number - 1) * QUARTER_MS;
        try (Sender sender = new Sender(bootstrapServers, 50)) {
            for (int i = 0; i < BATCH; i++) {
                int unit = (i * 7 + number * 13) % UNITS;
                Reading reading = units.reading(unit, 0, start + i * QUARTER_MS / BATCH);
                sender.send(new ProducerRecord<>(KEYED, reading.key(), reading.value()));
            }
        }
    }

    /**
     * Sends readings of so many units, each unit as often as any other, that all lie in one window of ten minutes.
     *
     * @param from number of the first of the readings
     */
    static void sendInOneWindow(String bootstrapServers, String topic, int units, long from, long readings) {
        try (Sender sender = new Sender(bootstrapServers, 50)) {
            for (long i = from; i < from + readings; i++) {
                String unit = "unit-%08d".formatted(i * STRIDE % units);
                String time = Instant.ofEpochMilli(WINDOW_MS + i % 500_000).toString();
                String milliseconds = time.length() == 24 ? time : time.substring(0, 19) + ".000Z";
                String value = "{\"UnitId\":\"" + unit + "\",\"TemperatureC\":" + i % 400 / 10.0 + ",\"ReadingTime\":\""
                        + milliseconds + "\"}";
                sender.send(new ProducerRecord<>(
                        topic, unit.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    /** Unit names and their last temperatures, each a random walk in tenths of a degree. */
    static final class Units {
        private final Random random;
        private final String[] names = new String[UNITS];
        private final byte[][] keys = new byte[UNITS][];
        private final int[] tenths = new int[UNITS];

        Units(Random random) {
            this.random = random;
            for (int unit = 0; unit < UNITS; unit++) {
                names[unit] = "unit-%04d".formatted(unit);
                keys[unit] = names[unit].getBytes(StandardCharsets.UTF_8);
                tenths[unit] = random.nextInt(80) - 180;
            }
        }

        byte[] key(int unit) {
            return keys[unit];
        }

        /** The next value of that unit, as JSON. */
        byte[] value(int unit, long timeMs) {
            tenths[unit] = Math.max(-400, Math.min(600, tenths[unit] + random.nextInt(21) - 10));
            String time = Instant.ofEpochMilli(timeMs).toString();
            // always with milliseconds, so that readings are of one length
            String milliseconds = time.length() == 24 ? time : time.substring(0, 19) + ".000Z";
            return ("{\"UnitId\":\"" + names[unit] + "\",\"TemperatureC\":" + tenths[unit] / 10.0
                            + ",\"ReadingTime\":\"" + milliseconds + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
        }

        private Reading reading(int unit, long tick, long timeMs) {
            return new Reading(tick, keys[unit], value(unit, timeMs));
        }
    }
}
