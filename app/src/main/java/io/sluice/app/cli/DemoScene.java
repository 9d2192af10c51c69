package io.sluice.app.cli;

import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of the freezer model, ending where there is something to see.
 *
 * @param end of the arrival times, exclusive
 * @param readings in order of arrival
 */
record DemoScene(Instant end, String title, List<Reading> readings) {
    /** Readings that each outage holds back, per unit. */
    private static final int HELD_BACK = 6;

    private static final int HALF_HOURS_OF_A_DAY = 48;
    private static final int MOST_HALF_HOURS_OF_UNITS = 1_000;

    /** The whole model, cut before and after each outage and each late arrival. */
    static List<DemoScene> of(int units) {
        // units are shifted against each other by up to nine seconds
        int shift = units == 1 ? 0 : 10;
        int held = HELD_BACK * units;
        String usual = units == 1 ? "a reading every 10 seconds" : "%d readings a minute".formatted(6 * units);
        Cut cut = new Cut(FreezerModel.units(units));
        cut.until(Duration.ofMinutes(9).plusSeconds(shift), usual);
        cut.until(Duration.ofMinutes(15).plusSeconds(shift), "outage 08:09-08:10, " + held + " held back");
        cut.until(Duration.ofMinutes(21), "outage 08:15-08:16, " + held + " held back");
        cut.until(Duration.ofMinutes(21).plusSeconds(1 + shift), "the " + held + " readings of 08:09 arrive");
        cut.until(Duration.ofMinutes(28).plusSeconds(20), usual);
        cut.until(Duration.ofMinutes(28).plusSeconds(21 + shift), "the " + held + " readings of 08:15 arrive");
        cut.until(Duration.ofMinutes(30).plusSeconds(30), usual);
        return List.copyOf(cut.scenes);
    }

    /** A day of readings that come after the scenes, fewer of many units. */
    static List<Reading> afterwards(int units) {
        int halfHours = Math.max(2, Math.min(HALF_HOURS_OF_A_DAY, MOST_HALF_HOURS_OF_UNITS / units));
        Instant end = FreezerModel.BASE.plus(Duration.ofMinutes(30).plusSeconds(30));
        return FreezerModel.units(units, halfHours).stream()
                .filter(reading -> !reading.arrivalTime().isBefore(end))
                .toList();
    }

    private static final class Cut {
        private final List<Reading> readings;
        private final List<DemoScene> scenes = new ArrayList<>();
        private int next;

        Cut(List<Reading> readings) {
            this.readings = readings;
        }

        void until(Duration sinceBase, String title) {
            Instant end = FreezerModel.BASE.plus(sinceBase);
            int first = next;
            while (next < readings.size() && readings.get(next).arrivalTime().isBefore(end)) {
                next++;
            }
            scenes.add(new DemoScene(end, title, readings.subList(first, next)));
        }
    }
}
