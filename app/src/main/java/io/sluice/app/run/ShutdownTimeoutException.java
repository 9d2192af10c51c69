package io.sluice.app.run;

import io.sluice.serdes.time.DurationText;
import java.time.Duration;

/** A stop took longer than it may. Nothing is lost by it. */
public final class ShutdownTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param late what had not ended */
    ShutdownTimeoutException(Duration timeout, String late) {
        super("shutdownTimeout = " + DurationText.format(timeout) + ": " + late
                + " did not end in time, and the query ended without. Nothing is lost, the next run repeats what was not committed;"
                + " look why Kafka or the table is slow, or raise shutdownTimeout");
    }
}
