package io.sluice.topology;

import java.time.Duration;
import java.util.Random;

/**
 * A window's size and a delay that are multiples of a step. Where most event times are too, they and the watermark often meet the
 * very end of a window; at random milliseconds they hardly ever would.
 */
record Setting(long stepMs, int stepsOfSize, int stepsOfDelay) {

    static Setting of(long seed) {
        Random random = new Random(seed);
        return new Setting(1 + random.nextInt(60_000), 1 + random.nextInt(8), random.nextInt(12));
    }

    Duration size() {
        return Duration.ofMillis(stepMs * stepsOfSize);
    }

    Duration delay() {
        return Duration.ofMillis(stepMs * stepsOfDelay);
    }

    /** How many steps a record may be behind the largest event time and still be counted, at most. */
    int stepsTolerated() {
        return stepsOfSize + stepsOfDelay;
    }

    /** The first multiple of the step that is not before. */
    long atStep(long timeMs) {
        return -Math.floorDiv(-timeMs, stepMs) * stepMs;
    }

    /** That many steps later. */
    long later(long timeMs, int steps) {
        return timeMs + steps * stepMs;
    }
}
