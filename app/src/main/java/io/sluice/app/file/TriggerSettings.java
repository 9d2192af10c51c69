package io.sluice.app.file;

import java.time.Duration;

/** When rows are committed to the sink. */
public sealed interface TriggerSettings {

    /** As soon as there are rows and the last commit is done. */
    record Default() implements TriggerSettings {}

    /** Once in each interval, aligned to the clock. */
    record ProcessingTime(Duration interval) implements TriggerSettings {}

    /** What is there at the start, and then the run ends. */
    record AvailableNow() implements TriggerSettings {}
}
