package io.sluice.app.file;

import java.time.Duration;
import java.util.Optional;

/**
 * When a query counts as ill.
 *
 * @param stalledAfter for how long nothing may move while there is something to read; empty for ever
 * @param stopWhenStalled whether the process ends then
 */
public record HealthSettings(Optional<Duration> stalledAfter, boolean stopWhenStalled) {

    static HealthSettings read(Field field) {
        Optional<Section> section = field.section();
        Field after = section.map(inner -> inner.field("stalledAfter")).orElseGet(() -> absent("stalledAfter"));
        Field stop = section.map(inner -> inner.field("stopWhenStalled")).orElseGet(() -> absent("stopWhenStalled"));
        return new HealthSettings(after(after), stop.flag());
    }

    private static Field absent(String name) {
        return new Field(
                new Problems(), "health." + name, Options.of("health." + name), Optional.empty(), Position.START);
    }

    private static Optional<Duration> after(Field field) {
        if (field.text().equals("never")) {
            return Optional.empty();
        }
        Duration after = field.duration();
        if (after.compareTo(Duration.ofSeconds(30)) < 0) {
            field.refuse("must be 30 seconds or more, or never", "write for example " + field.example());
        }
        return Optional.of(after);
    }
}
