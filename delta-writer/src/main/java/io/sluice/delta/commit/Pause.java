package io.sluice.delta.commit;

import java.time.Duration;

/** Waits between attempts: {@link Thread#sleep} in production, nothing in a test. */
@FunctionalInterface
public interface Pause {
    void of(Duration length) throws InterruptedException;
}
