package io.sluice.app.lateness;

import io.sluice.topology.ArrivedRow;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What each watermark delay would have dropped of the rows that arrived, by the rule of the query itself: a row is dropped when
 * its window's end is not after the watermark of its partition. Its memory does not grow with the number of rows. Confined to one
 * thread.
 */
public final class DelayStudy {
    private final long[] delays;
    private final int mostWindows;
    /** At i the rows that the first i of the delays drop and the others do not. */
    private final long[] rowsByDelays;

    private final NavigableMap<Long, long[]> rowsByWindow = new TreeMap<>();
    private final NeededDelays needed = new NeededDelays();
    private long windowsLeftOut;
    private long rows;

    /**
     * @param delays to be compared, each 0 or more
     * @param mostWindows of how many windows, the newest, rows are counted one by one
     */
    public DelayStudy(Collection<Duration> delays, int mostWindows) {
        this.delays =
                new TreeSet<>(delays).stream().mapToLong(DelayStudy::micros).toArray();
        this.mostWindows = mostWindows;
        this.rowsByDelays = new long[this.delays.length + 1];
    }

    private static long micros(Duration delay) {
        return Math.addExact(Math.multiplyExact(delay.getSeconds(), 1_000_000), delay.getNano() / 1_000);
    }

    private static Duration duration(long micros) {
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }

    public void add(ArrivedRow row) {
        rows++;
        needed.add(row.droppedUpTo());
        int dropping = dropping(row.droppedUpTo());
        rowsByDelays[dropping]++;
        if (mostWindows > 0) {
            rowsByWindow.computeIfAbsent(row.windowStart(), start -> new long[rowsByDelays.length])[dropping]++;
            if (rowsByWindow.size() > mostWindows) {
                // a row that comes for it later is the oldest again, and goes the same way
                rowsByWindow.pollFirstEntry();
                windowsLeftOut++;
            }
        }
    }

    /** How many of the delays drop such a row: the first ones, as they ascend. */
    private int dropping(long droppedUpTo) {
        int count = 0;
        while (count < delays.length && delays[count] <= droppedUpTo) {
            count++;
        }
        return count;
    }

    /** Rows that would be in windows if none were dropped. */
    public long rows() {
        return rows;
    }

    /** Whether windows are missing in {@link Outcome#counts}. */
    public boolean windowsLeftOut() {
        return windowsLeftOut > 0;
    }

    /**
     * What a delay comes to.
     *
     * @param counts start of a window in microseconds -> rows in it; the newest windows only
     */
    public record Outcome(Duration delay, long dropped, NavigableMap<Long, Long> counts) {}

    /** One for each delay, the shortest first. */
    public List<Outcome> outcomes() {
        return IntStream.range(0, delays.length)
                .mapToObj(
                        i -> new Outcome(duration(delays[i]), sum(rowsByDelays, i + 1, rowsByDelays.length), counts(i)))
                .toList();
    }

    private NavigableMap<Long, Long> counts(int delay) {
        return rowsByWindow.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, window -> sum(window.getValue(), 0, delay + 1), Long::sum, TreeMap::new));
    }

    private static long sum(long[] rows, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += rows[i];
        }
        return sum;
    }

    /**
     * The smallest delay that keeps to a limit.
     *
     * @param part of the rows that may be dropped, from 0 to 1
     * @param exact whether a delay that is shorter by a microsecond would drop more than that
     */
    public record Smallest(double part, Duration delay, long dropped, boolean exact) {

        /** The delay in whole seconds, rounded up: what one would write into a query file. */
        public Duration rounded() {
            return delay.getNano() == 0 ? delay : Duration.ofSeconds(delay.getSeconds() + 1);
        }
    }

    public Smallest smallestDropping(double part) {
        long atMost = (long) Math.floor(part * rows);
        NeededDelays.Loss loss = needed.smallestDropping(atMost);
        return new Smallest(part, duration(loss.micros()), loss.dropped(), atMost == 0 || needed.resolution() == 1);
    }

    /** Percent of the rows. */
    public double percent(long dropped) {
        return rows == 0 ? 0 : 100.0 * dropped / rows;
    }

    List<NeededDelays.Loss> steps() {
        return needed.steps();
    }
}
