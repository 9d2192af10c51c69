package io.sluice.topology.progress;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Event times of some good records, in microseconds since 1970-01-01T00:00Z, and how late each came: how far its event time lay
 * behind the largest one that its partition had had until then.
 *
 * @param min meaningless, like {@code max}, when there were no records
 * @param lateness number of records up to and including each of {@link #LATENESS_BOUNDS}, above the one before; the last entry
 *     counts those above all bounds. As long as the bounds and one more
 */
public record EventTimes(long records, long min, long max, double sum, List<Long> lateness) {
    /** In the order of their length. */
    public static final List<Duration> LATENESS_BOUNDS = Stream.of(
                    "PT0S", "PT1S", "PT10S", "PT1M", "PT2M", "PT5M", "PT10M", "PT15M", "PT30M", "PT1H", "PT6H", "PT24H")
            .map(Duration::parse)
            .toList();

    public static final EventTimes NONE = new EventTimes(
            0,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            0,
            IntStream.rangeClosed(0, LATENESS_BOUNDS.size()).mapToObj(i -> 0L).toList());

    public EventTimes {
        lateness = List.copyOf(lateness);
    }

    /** Of both together. */
    public EventTimes plus(EventTimes other) {
        return new EventTimes(
                records + other.records,
                Math.min(min, other.min),
                Math.max(max, other.max),
                sum + other.sum,
                IntStream.range(0, lateness.size())
                        .mapToObj(i -> lateness.get(i) + other.lateness.get(i))
                        .toList());
    }

    /** Rounded down; 0 when there were no records. */
    public long mean() {
        return records == 0 ? 0 : (long) Math.floor(sum / records);
    }

    /** Counts one record after the other, without allocating. Confined to one thread. */
    public static final class Counter {
        private static final long[] BOUNDS = LATENESS_BOUNDS.stream()
                .mapToLong(bound -> bound.toMillis() * 1_000)
                .toArray();

        private final long[] lateness = new long[BOUNDS.length + 1];
        private long records;
        private long min = Long.MAX_VALUE;
        private long max = Long.MIN_VALUE;
        private double sum;

        /** @param largest of the partition, this record's included */
        public void add(long eventTime, long largest) {
            records++;
            sum += eventTime;
            min = Math.min(min, eventTime);
            max = Math.max(max, eventTime);
            long late = largest - eventTime;
            int bucket = 0;
            while (bucket < BOUNDS.length && late > BOUNDS[bucket]) {
                bucket++;
            }
            lateness[bucket]++;
        }

        /** What was counted since the last call. */
        public EventTimes take() {
            if (records == 0) {
                return NONE;
            }
            EventTimes taken = new EventTimes(
                    records, min, max, sum, Arrays.stream(lateness).boxed().toList());
            Arrays.fill(lateness, 0);
            records = 0;
            min = Long.MAX_VALUE;
            max = Long.MIN_VALUE;
            sum = 0;
            return taken;
        }
    }
}
