package io.sluice.app.lateness;

import io.sluice.topology.ArrivedRow;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The latest of the rows that arrived at about the same time, over all the time that there is: stretches of time become longer
 * once there are too many of them, so that memory does not grow with the number of rows. Confined to one thread.
 */
public final class LatenessOverTime {
    private static final int MOST_STRETCHES = 2_000;

    private final int mostStretches;
    private final NavigableMap<Long, Latest> stretches = new TreeMap<>();
    private long width = 1;

    /**
     * The latest of a stretch, in microseconds.
     *
     * @param behind how far a row lay behind the newest of its partition
     * @param droppedUpTo up to which delay a row would have been dropped; negative when none was behind its window's end
     */
    record Latest(long behind, long droppedUpTo) {
        private Latest and(Latest other) {
            return new Latest(Math.max(behind, other.behind), Math.max(droppedUpTo, other.droppedUpTo));
        }
    }

    public LatenessOverTime() {
        this(MOST_STRETCHES);
    }

    LatenessOverTime(int mostStretches) {
        this.mostStretches = mostStretches;
    }

    /** @param arrival when the row arrived, in any unit and order */
    public void add(long arrival, ArrivedRow row) {
        stretches.merge(Math.floorDiv(arrival, width), new Latest(row.behind(), row.droppedUpTo()), Latest::and);
        while (stretches.size() > mostStretches) {
            widen();
        }
    }

    private void widen() {
        width *= 2;
        NavigableMap<Long, Latest> before = new TreeMap<>(stretches);
        stretches.clear();
        before.forEach((stretch, latest) -> stretches.merge(Math.floorDiv(stretch, 2), latest, Latest::and));
    }

    /** Beginning of each stretch in which a row arrived -> the latest of it. */
    NavigableMap<Long, Latest> latest() {
        NavigableMap<Long, Latest> latest = new TreeMap<>();
        for (Map.Entry<Long, Latest> stretch : stretches.entrySet()) {
            latest.put(stretch.getKey() * width, stretch.getValue());
        }
        return latest;
    }
}
