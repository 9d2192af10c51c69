package io.sluice.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What a query must yield for an input, computed from the whole of it at once and without any state of windows. */
record PlainGroupBy(List<Statistics> closed, List<Statistics> open, long late, long dropped) {

    static PlainGroupBy of(List<Measurement> input, long sizeMs, long delayMs) {
        List<Measurement> counted = new ArrayList<>();
        long largest = Long.MIN_VALUE;
        long late = 0;
        long dropped = 0;
        for (Measurement measurement : input) {
            largest = Math.max(largest, measurement.timeMs());
            if (measurement.value() == Measurement.DROPPED) {
                dropped++;
            } else if (endOfWindow(measurement.timeMs(), sizeMs) <= largest - delayMs) {
                late++;
            } else {
                counted.add(measurement);
            }
        }
        long watermark = largest - delayMs;
        List<Statistics> groups = groups(counted, sizeMs);
        return new PlainGroupBy(
                groups.stream()
                        .filter(row -> row.windowStartMs() + sizeMs <= watermark)
                        .toList(),
                groups.stream()
                        .filter(row -> row.windowStartMs() + sizeMs > watermark)
                        .toList(),
                late,
                dropped);
    }

    private static long endOfWindow(long timeMs, long sizeMs) {
        return Math.floorDiv(timeMs, sizeMs) * sizeMs + sizeMs;
    }

    private static List<Statistics> groups(List<Measurement> counted, long sizeMs) {
        TreeMap<String, Statistics> groups = new TreeMap<>();
        for (Measurement measurement : counted) {
            long start = endOfWindow(measurement.timeMs(), sizeMs) - sizeMs;
            groups.merge(start + " " + measurement.unit(), Statistics.of(start, measurement), Statistics::plus);
        }
        return groups.values().stream().sorted().toList();
    }
}
