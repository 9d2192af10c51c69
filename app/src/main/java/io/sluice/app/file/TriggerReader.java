package io.sluice.app.file;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code trigger} and {@code outputMode}. */
final class TriggerReader {
    private static final String ONCE =
            "trigger once is Spark's old name: it is run as availableNow, which does the same in several commits";
    private static final Map<String, String> REFUSED = Map.of(
            "realTime",
                    "it needs a sink that takes rows in milliseconds, which a Delta table is not: leave trigger out to commit as soon as there are rows",
            "continuous",
                    "Spark's continuous mode does not aggregate: leave trigger out to commit as soon as there are rows");
    private static final String FORMS =
            "write trigger: {processingTime: 1 minute} or trigger: availableNow, or leave it out";

    private TriggerReader() {}

    static TriggerSettings read(Field field) {
        if (!field.isPresent()) {
            return new TriggerSettings.Default();
        }
        if (field.node().orElse(null) instanceof Node.Mapping) {
            return field.section(REFUSED)
                    .map(section -> trigger(field, section))
                    .orElse(new TriggerSettings.Default());
        }
        return word(field);
    }

    private static TriggerSettings word(Field field) {
        String word = field.text();
        switch (word) {
            case "availableNow" -> {
                return new TriggerSettings.AvailableNow();
            }
            case "once" -> {
                field.problems().notice(ONCE);
                return new TriggerSettings.AvailableNow();
            }
            default -> {
                String refused = REFUSED.get(word);
                field.refuse(refused == null ? "is no trigger" : "is not supported", refused == null ? FORMS : refused);
                return new TriggerSettings.Default();
            }
        }
    }

    private static TriggerSettings trigger(Field field, Section section) {
        Field processingTime = section.field("processingTime");
        Field availableNow = section.field("availableNow");
        Field once = section.field("once");
        int count =
                (processingTime.isPresent() ? 1 : 0) + (availableNow.isPresent() ? 1 : 0) + (once.isPresent() ? 1 : 0);
        boolean refused = REFUSED.keySet().stream().anyMatch(section::has);
        if (count > 1 || (count == 0 && !refused)) {
            field.refuse("must be exactly one trigger", FORMS);
        }
        mustBeTrue(availableNow);
        mustBeTrue(once);
        if (once.isPresent()) {
            field.problems().notice(ONCE);
        }
        return processingTime.isPresent() ? interval(processingTime) : new TriggerSettings.AvailableNow();
    }

    private static void mustBeTrue(Field field) {
        if (field.isPresent() && !field.flag()) {
            field.refuse("must be true", "write true, or delete it");
        }
    }

    private static TriggerSettings interval(Field field) {
        Duration interval = field.duration();
        if (interval.isNegative()) {
            field.refuse("must be 0 or more", "write for example \"1 minute\"");
        }
        // as in Spark, 0 means at once
        return interval.isZero() ? new TriggerSettings.Default() : new TriggerSettings.ProcessingTime(interval);
    }

    static OutputMode outputMode(Field field) {
        Optional<String> remedy = switch (field.text().toLowerCase(Locale.ROOT)) {
            case "append" -> Optional.empty();
            case "update" ->
                Optional.of(
                        "it would write a window again each time it changes, by a merge into the table, which is not there yet: write append, which writes each window once, when it is final");
            case "complete" ->
                Optional.of(
                        "it would write the whole result each time, over the table, which is not there yet: write append, which writes each window once, when it is final");
            default -> Optional.of("write append, the only one for now");
        };
        remedy.ifPresent(text -> field.refuse("is not supported", text));
        return OutputMode.APPEND;
    }
}
