package io.sluice.delta;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The table properties that may be set at creation: those that mean the same to every engine and need no newer protocol. An
 * unknown {@code delta.*} property would be written all the same, and other engines could then refuse the table.
 */
final class TableProperties {
    static final String INDEXED_COLUMNS = "delta.dataSkippingNumIndexedCols";
    /** Drops old transaction ids, and with them the memory of what is in the table. */
    static final String TRANSACTION_RETENTION = "delta.setTransactionRetentionDuration";

    private static final Pattern INTERVAL =
            Pattern.compile("(?i)(interval\\s+)?\\d+\\s+(millisecond|second|minute|hour|day|week)s?");
    private static final Pattern POSITIVE = Pattern.compile("[1-9]\\d{0,8}");
    private static final Pattern COUNT = Pattern.compile("-1|\\d{1,9}");
    private static final Pattern BOOLEAN = Pattern.compile("(?i)true|false");

    private static final Map<String, Rule> RULES = new TreeMap<>(Map.of(
            "delta.checkpointInterval",
            new Rule(POSITIVE, "a number of commits, 1 or more"),
            "delta.logRetentionDuration",
            new Rule(INTERVAL, "an interval such as 'interval 7 days'"),
            "delta.deletedFileRetentionDuration",
            new Rule(INTERVAL, "an interval such as 'interval 7 days'"),
            "delta.enableExpiredLogCleanup",
            new Rule(BOOLEAN, "true or false"),
            "delta.appendOnly",
            new Rule(BOOLEAN, "true or false"),
            INDEXED_COLUMNS,
            new Rule(COUNT, "a number of columns, or -1 for all")));

    /**
     * One commit a minute makes 1,440 versions a day. Opening and committing cost in proportion to the log files that are kept,
     * so they are kept for a week instead of a month, and a checkpoint is written every 100 commits instead of every 10.
     */
    private static final Map<String, String> DEFAULTS =
            Map.of("delta.checkpointInterval", "100", "delta.logRetentionDuration", "interval 7 days");

    private record Rule(Pattern syntax, String words) {}

    private TableProperties() {}

    static void check(Map<String, String> properties) {
        List<String> problems = new ArrayList<>();
        new TreeMap<>(properties).forEach((key, value) -> {
            Rule rule = RULES.get(key);
            if (rule == null) {
                problems.add("table property " + key + " = " + value
                        + ": not known to be safe for every reader; allowed are " + String.join(", ", RULES.keySet()));
            } else if (!rule.syntax().matcher(value.strip()).matches()) {
                problems.add("table property " + key + " = " + value + ": must be " + rule.words());
            }
        });
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }

    static Map<String, String> withDefaults(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.putAll(properties);
        return all;
    }

    /** How many columns shall have statistics, by the table's own properties. */
    static int indexedColumns(Map<String, String> properties) {
        String text = properties.getOrDefault(INDEXED_COLUMNS, "32").strip();
        int count = COUNT.matcher(text).matches() ? Integer.parseInt(text) : 0;
        return count < 0 ? Integer.MAX_VALUE : count;
    }
}
