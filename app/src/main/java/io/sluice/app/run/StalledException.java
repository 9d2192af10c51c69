package io.sluice.app.run;

import java.time.Duration;

/** There was something to read and nothing moved for long, and the query is set to end then. */
public final class StalledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StalledException(Duration stalledAfter) {
        super("nothing has moved for health.stalledAfter = " + stalledAfter.toSeconds()
                + " s although there is something to read; the query ends because health.stopWhenStalled is set");
    }
}
