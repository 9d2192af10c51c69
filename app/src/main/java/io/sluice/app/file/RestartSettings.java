package io.sluice.app.file;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether a query that fails is started again by its own process.
 *
 * @param maxRetries how often in a row; 0 for never
 * @param backoff the pause before the first retry; each further one is twice as long
 */
public record RestartSettings(int maxRetries, Duration backoff) {
    private static final String SECTION = "restart";

    static RestartSettings read(Field field) {
        Optional<Section> section = field.section();
        if (section.isEmpty()) {
            return new RestartSettings(0, Duration.ZERO);
        }
        boolean onFailure = onFailure(section.get().field("policy"));
        int retries = retries(section.get().field("maxRetries"));
        Duration backoff = backoff(section.get().field("backoff"));
        return new RestartSettings(onFailure ? retries : 0, backoff);
    }

    private static boolean onFailure(Field field) {
        String policy = field.text();
        if (!policy.equals("onFailure") && !policy.equals("never")) {
            field.refuse("is no policy of " + SECTION, "write onFailure or never");
        }
        return policy.equals("onFailure");
    }

    private static int retries(Field field) {
        String text = field.text();
        if (!text.matches("[0-9]{1,6}")) {
            field.refuse("must be a whole number from 0 to 999999", "write for example " + field.example());
            return 0;
        }
        return Integer.parseInt(text);
    }

    private static Duration backoff(Field field) {
        Duration backoff = field.duration();
        if (backoff.isNegative() || backoff.isZero()) {
            field.refuse("must be more than 0", "write for example " + field.example());
        }
        return backoff;
    }
}
