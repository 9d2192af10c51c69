package io.sluice.app.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Half an hour of readings of a freezer, one every ten seconds, with two wireless outages: the readings of 8:09 to 8:10 arrive at
 * 8:21:00, those of 8:15 to 8:16 at 8:28:20, all others two seconds after they were measured. Always the same readings.
 */
public final class FreezerModel {
    /** The time of the first reading. */
    public static final Instant BASE = Instant.parse("2026-11-13T08:00:00Z");

    private static final int SECONDS = 1_800;
    private static final int PERIOD = 10;
    private static final int USUAL_DELAY = 2;
    private static final List<Outage> OUTAGES = List.of(new Outage(540, 600, 1_260), new Outage(900, 960, 1_700));

    /** How far units are shifted against each other; coprime to the period, so that units spread over it. */
    private static final int PHASE = 3;

    private static final int USUAL_TENTHS = -184;
    private static final int SWING_TENTHS = 12;

    private FreezerModel() {}

    /** Readings between two seconds, the first inclusive and the last exclusive, are held back until a third. */
    private record Outage(int from, int to, int sentAt) {}

    /** One unit: 180 readings in order of arrival. */
    public static List<Reading> lesson() {
        return units(1);
    }

    /** The same for many units, which read at different seconds and different temperatures; the first one is {@link #lesson}'s. */
    public static List<Reading> units(int units) {
        return units(units, 1);
    }

    /**
     * The same for hours: each half-hour has outages like the first one's.
     *
     * @return in order of arrival, and of reading where several arrive together
     */
    public static List<Reading> units(int units, int halfHours) {
        List<Reading> readings = new ArrayList<>();
        for (int unit = 0; unit < units; unit++) {
            addUnit(unit, halfHours, readings);
        }
        readings.sort(Comparator.comparing(Reading::arrivalTime).thenComparing(Reading::readingTime));
        return List.copyOf(readings);
    }

    private static void addUnit(int unit, int halfHours, List<Reading> readings) {
        String unitId = "freezer-%02d".formatted(unit + 1);
        int phase = unit * PHASE % PERIOD;
        Random noise = new Random(unit);
        for (int second = 0; second < halfHours * SECONDS; second += PERIOD) {
            int start = second - second % SECONDS;
            int tenths = USUAL_TENTHS - unit % 5 + noise.nextInt(2 * SWING_TENTHS + 1) - SWING_TENTHS;
            readings.add(new Reading(
                    unitId,
                    tenths,
                    BASE.plusSeconds(second + phase),
                    BASE.plusSeconds(start + arrival(second % SECONDS) + phase)));
        }
    }

    private static int arrival(int second) {
        return OUTAGES.stream()
                .filter(outage -> second >= outage.from() && second < outage.to())
                .mapToInt(Outage::sentAt)
                .findFirst()
                .orElse(second + USUAL_DELAY);
    }
}
