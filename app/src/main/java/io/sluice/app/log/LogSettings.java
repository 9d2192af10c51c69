package io.sluice.app.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the environment says about the log. Logback would take a wrong word for another one, or log nothing. */
public final class LogSettings {
    private static final Set<String> FORMATS = Set.of("text", "json");
    private static final Set<String> LEVELS = Set.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    private static final Map<String, String> USUAL =
            Map.of("SLUICE_LOG_FORMAT", "text", "SLUICE_LOG", "INFO", "SLUICE_PROGRESS_LOG", "OFF");

    private LogSettings() {}

    /**
     * What is used for variables that are set and empty, as a compose file leaves them that hands on what is not set: system
     * properties of the same names, which Logback looks at first.
     */
    public static Map<String, String> forEmpty(Map<String, String> environment) {
        Map<String, String> usual = new TreeMap<>(USUAL);
        usual.keySet()
                .removeIf(variable -> !environment.getOrDefault(variable, "set").isBlank());
        return usual;
    }

    /** What cannot be meant, one line for each variable. */
    public static List<String> problems(Map<String, String> environment) {
        List<String> problems = new ArrayList<>();
        String format = environment.getOrDefault("SLUICE_LOG_FORMAT", "");
        if (!format.isBlank() && !FORMATS.contains(format)) {
            problems.add("SLUICE_LOG_FORMAT = " + format + ": must be text or json; set one of them, or unset it");
        }
        for (String variable : List.of("SLUICE_LOG", "SLUICE_PROGRESS_LOG")) {
            String level = environment.getOrDefault(variable, "");
            if (!level.isBlank() && !LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
                problems.add(
                        variable + " = " + level
                                + ": must be a level: ALL, TRACE, DEBUG, INFO, WARN, ERROR or OFF; set one of them, or unset it");
            }
        }
        return problems;
    }
}
