package io.sluice.app.lateness;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The delays that rows would have needed, counted: rows of nearly equal ones are counted together once there are too many
 * different ones. Then an answer drops no more than it says, and is longer than the smallest that would do by less than
 * {@link #resolution}; the delay that drops nothing is exact always. Times in microseconds. Confined to one thread.
 */
final class NeededDelays {
    private static final int MOST_DIFFERENT = 50_000;

    private final int mostDifferent;
    private final NavigableMap<Long, Together> counted = new TreeMap<>();
    private long resolution = 1;

    /** Rows that are dropped with a delay of up to {@code largest}, or somewhat less. */
    private static final class Together {
        private long rows;
        private long largest;

        void add(long moreRows, long droppedUpTo) {
            rows += moreRows;
            largest = Math.max(largest, droppedUpTo);
        }
    }

    /**
     * A delay and what it loses.
     *
     * @param micros the delay
     * @param dropped rows that it drops
     */
    record Loss(long micros, long dropped) {}

    NeededDelays() {
        this(MOST_DIFFERENT);
    }

    NeededDelays(int mostDifferent) {
        this.mostDifferent = mostDifferent;
    }

    /** Counts a row that every delay up to this one drops; one that none drops has a negative one. */
    void add(long droppedUpTo) {
        if (droppedUpTo < 0) {
            return;
        }
        count(1, droppedUpTo);
        while (counted.size() > mostDifferent) {
            coarsen();
        }
    }

    private void count(long rows, long droppedUpTo) {
        counted.computeIfAbsent(droppedUpTo / resolution, key -> new Together()).add(rows, droppedUpTo);
    }

    private void coarsen() {
        resolution *= 10;
        List<Together> before = new ArrayList<>(counted.values());
        counted.clear();
        before.forEach(together -> count(together.rows, together.largest));
    }

    /** How far answers may lie above the smallest delay that would do; 1 while they are exact. */
    long resolution() {
        return resolution;
    }

    /** The smallest delay that drops that many rows at most. */
    Loss smallestDropping(long atMost) {
        long dropped = 0;
        for (Together together : counted.descendingMap().values()) {
            if (dropped + together.rows > atMost) {
                return new Loss(together.largest + 1, dropped);
            }
            dropped += together.rows;
        }
        return new Loss(0, dropped);
    }

    /** Each delay at which fewer rows are dropped than just before, ascending, from 0. */
    List<Loss> steps() {
        List<Loss> steps = new ArrayList<>();
        long dropped =
                counted.values().stream().mapToLong(together -> together.rows).sum();
        steps.add(new Loss(0, dropped));
        for (Together together : counted.values()) {
            dropped -= together.rows;
            steps.add(new Loss(together.largest + 1, dropped));
        }
        return steps;
    }
}
