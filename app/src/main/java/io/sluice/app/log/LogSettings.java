package io.sluice.app.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the environment says about the log. Logback would take a wrong word for another one, or log nothing. */
public final class LogSettings {
    private static final Set<String> FORMATS = Set.of("text", "json");
    private static final Set<String> LEVELS = Set.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    private LogSettings() {}

    /** What cannot be meant, one line for each variable. */
    public static List<String> problems(Map<String, String> environment) {
        List<String> problems = new ArrayList<>();
        String format = environment.getOrDefault("SLUICE_LOG_FORMAT", "text");
        if (!FORMATS.contains(format)) {
            problems.add("SLUICE_LOG_FORMAT = " + format + ": must be text or json; set one of them, or unset it");
        }
        for (String variable : List.of("SLUICE_LOG", "SLUICE_PROGRESS_LOG")) {
            String level = environment.getOrDefault(variable, "INFO");
            if (!LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
                problems.add(variable + " = " + level
                        + ": must be a level: TRACE, DEBUG, INFO, WARN, ERROR or OFF; set one of them, or unset it");
            }
        }
        return problems;
    }
}
