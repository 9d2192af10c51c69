package io.sluice.test.job;

import io.sluice.test.read.TableRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What must come out: a plain group-by over the readings in ten-minute windows by unit, with one clock for each partition as the
 * lesson's model has it. It shares nothing with the product.
 */
final class GroupBy {
    private static final long WINDOW = Duration.ofMinutes(10).toSeconds();

    private final Duration delay;
    private final Instant[] latest;
    private final Map<Group, Statistics> groups = new TreeMap<>();
    private long late;

    /** @param partition that all its readings came by, or -1 when they came by several */
    private record Group(Instant start, String unit, int partition) implements Comparable<Group> {
        @Override
        public int compareTo(Group other) {
            return toString().compareTo(other.toString());
        }
    }

    private static final class Statistics {
        private double min = Double.POSITIVE_INFINITY;
        private double max = Double.NEGATIVE_INFINITY;
        private double sum;
        private long count;

        void add(double celsius) {
            min = Math.min(min, celsius);
            max = Math.max(max, celsius);
            sum += celsius;
            count++;
        }
    }

    GroupBy(Duration delay, int partitions) {
        this.delay = delay;
        this.latest = new Instant[partitions];
    }

    /** Takes the next readings, in the order of each partition. */
    void add(Collection<Measurement> readings) {
        readings.forEach(this::add);
    }

    private void add(Measurement reading) {
        Instant before = latest[reading.partition()];
        if (before == null || reading.time().isAfter(before)) {
            latest[reading.partition()] = reading.time();
        }
        Instant start = Instant.ofEpochSecond(Math.floorDiv(reading.time().getEpochSecond(), WINDOW) * WINDOW);
        if (isClosed(start, watermark(reading.partition()))) {
            late++;
        } else {
            groups.computeIfAbsent(new Group(start, reading.unit(), reading.partition()), group -> new Statistics())
                    .add(reading.celsius());
        }
    }

    private Instant watermark(int partition) {
        Instant seen = latest[partition];
        return seen == null ? Instant.MIN : seen.minus(delay);
    }

    private static boolean isClosed(Instant start, Instant watermark) {
        return !start.plusSeconds(WINDOW).isAfter(watermark);
    }

    /** Readings for windows that were closed when they came. */
    long late() {
        return late;
    }

    /** Rows of the windows that are closed when each partition closes those of its own units. */
    List<TableRow> closedByPartition() {
        return rows(group -> isClosed(group.start(), watermark(group.partition())));
    }

    /** Rows of the windows that are closed when all partitions have passed their ends. */
    List<TableRow> closedByAll() {
        Instant smallest = Instant.MAX;
        for (int partition = 0; partition < latest.length; partition++) {
            Instant watermark = watermark(partition);
            smallest = watermark.isBefore(smallest) ? watermark : smallest;
        }
        Instant reached = smallest;
        return rows(group -> isClosed(group.start(), reached));
    }

    private List<TableRow> rows(Predicate<Group> wanted) {
        Map<List<Object>, Statistics> merged = new LinkedHashMap<>();
        groups.forEach((group, part) -> {
            if (wanted.test(group)) {
                Statistics whole =
                        merged.computeIfAbsent(List.of(group.start(), group.unit()), key -> new Statistics());
                whole.min = Math.min(whole.min, part.min);
                whole.max = Math.max(whole.max, part.max);
                whole.sum += part.sum;
                whole.count += part.count;
            }
        });
        List<TableRow> rows = new ArrayList<>();
        merged.forEach((key, all) ->
                rows.add(TableRow.of(key.get(0), key.get(1), all.min, all.max, all.sum / all.count, all.count)));
        return TableRow.sorted(rows);
    }
}
