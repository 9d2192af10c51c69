package io.sluice.app.run;

import java.time.Duration;

/** The machine's clock was set back so far that Kafka's clients would stand still. Nothing is lost by it. */
public final class ClockSetBackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClockSetBackException(Duration back) {
        super(
                "the clock of this machine was set back by " + back.toSeconds()
                        + " s: Kafka's clients count time by it and would stand still for as long. Nothing is lost; start again");
    }
}
