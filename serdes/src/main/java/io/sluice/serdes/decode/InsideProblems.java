package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is wrong inside one nested value, each with its place in it, such as {@code .temp}, {@code [3]} or {@code ['site name']}. */
final class InsideProblems {
    private static final int MOST_TOLD = 5;
    /** A text that is as long as this takes no further problem. */
    private static final int LONG = 500;

    private @Nullable Map<String, String> problems;
    private int untold;

    static String field(String name) {
        return FieldPath.text(new FieldPath.Step.Name(name));
    }

    /** @param problem null when there is none, also after there was one: of a repeated name the last value counts */
    void set(String place, @Nullable String problem) {
        if (problem != null) {
            if (problems == null) {
                problems = new LinkedHashMap<>();
            }
            problems.put(place, problem);
        } else if (problems != null) {
            problems.remove(place);
        }
    }

    /** Of an entry of a map, by its key. */
    void setOfKey(String key, @Nullable String problem) {
        if (problem != null || problems != null) {
            set(Shown.plain(field(key)), problem);
        }
    }

    /** One more, at a place that does not come again. */
    void add(String place, String problem) {
        if (problems == null || problems.size() < MOST_TOLD) {
            set(place, problem);
        } else {
            untold++;
        }
    }

    /** The text with what a struct lacks: null in a field that is declared not null. */
    @Nullable
    String withMissing(DataType.Struct type, Row value) {
        List<Column> fields = type.fields().columns();
        for (int i = 0; i < fields.size(); i++) {
            String place = field(fields.get(i).name());
            if (!fields.get(i).nullable() && value.isNull(i) && (problems == null || !problems.containsKey(place))) {
                set(place, "it is missing or null, the field is declared not null");
            }
        }
        return text();
    }

    /** All problems in one text, or null when there is none. */
    @Nullable
    String text() {
        if (problems == null || problems.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        int told = 0;
        for (Map.Entry<String, String> problem : problems.entrySet()) {
            if (told < MOST_TOLD && text.length() < LONG) {
                text.append(text.isEmpty() ? "" : "; ").append(at(problem.getKey(), problem.getValue()));
                told++;
            }
        }
        int more = untold + problems.size() - told;
        return more > 0 ? text + "; and " + more + " more" : text.toString();
    }

    /** A reason begins with a word, a number or a quote, or with the place that it is about. */
    private static String at(String place, String problem) {
        boolean deeper = problem.startsWith(".") || problem.startsWith("[");
        return place + (deeper ? "" : ": ") + problem;
    }
}
