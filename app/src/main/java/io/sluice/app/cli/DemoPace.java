package io.sluice.app.cli;

import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How fast a demo plays: at once, or so that one can look on. Confined to one thread. */
final class DemoPace {
    private static final Duration STEP = Duration.ofMillis(50);

    private final int speed;
    private final long startNanos = System.nanoTime();

    private DemoPace(int speed) {
        this.speed = speed;
    }

    static DemoPace atOnce() {
        return new DemoPace(0);
    }

    /** @param speed how many seconds of the model pass in one of ours */
    static DemoPace times(int speed) {
        return new DemoPace(speed);
    }

    /** Waits until the reading arrives, or the demo is over. */
    void await(Reading reading, BooleanSupplier over) {
        if (speed == 0) {
            return;
        }
        long due = startNanos
                + Duration.between(FreezerModel.BASE, reading.arrivalTime())
                        .dividedBy(speed)
                        .toNanos();
        while (System.nanoTime() - due < 0 && !over.getAsBoolean()) {
            LockSupport.parkNanos(Math.min(STEP.toNanos(), due - System.nanoTime()));
        }
    }
}
