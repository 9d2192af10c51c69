package io.sluice.app.http;

import io.sluice.app.window.Cursor;
import io.sluice.app.window.WindowQuestion;
import io.sluice.app.window.WindowQuestion.Comparison;
import io.sluice.app.window.WindowQuestion.Condition;
import io.sluice.serdes.time.Timestamps;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/** A question about open windows as the query string of a URL, both ways. */
final class QuestionText {
    private static final int USUAL_LIMIT = 100;
    private static final Map<String, Comparison> PREFIXES =
            Map.of("key.", Comparison.EQUAL, "from.", Comparison.FROM, "to.", Comparison.TO);
    private static final Set<String> OTHERS = Set.of("window", "limit", "next", "partitions");

    private QuestionText() {}

    /**
     * Reads the parameters of a request.
     *
     * @param windowStart of the path; empty when the path has none
     * @throws Refusal when one makes no sense
     */
    static WindowQuestion read(Map<String, List<String>> parameters, Optional<String> windowStart) {
        List<Condition> conditions = new ArrayList<>();
        Optional<String> window = windowStart;
        Optional<Cursor> after = Optional.empty();
        int limit = USUAL_LIMIT;
        for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
            String name = parameter.getKey();
            String value = only(name, parameter.getValue());
            Optional<Condition> condition = condition(name, value);
            if (condition.isPresent()) {
                conditions.add(condition.get());
            } else if (!OTHERS.contains(name)) {
                throw Refusal.badRequest(name + ": is not known; there are window, key.<column>, from.<column>, "
                        + "to.<column>, limit and next");
            } else if (name.equals("window")) {
                window = Optional.of(value);
            } else if (name.equals("limit")) {
                limit = Endpoints.number("limit", value, 1, WindowQuestion.MOST_ROWS);
            } else if (name.equals("next")) {
                after = Optional.of(cursor(value));
            }
        }
        return new WindowQuestion(window.map(QuestionText::time), conditions, after, limit);
    }

    private static String only(String name, List<String> values) {
        if (values.size() != 1) {
            throw Refusal.badRequest(name + ": stands " + values.size() + " times; say it once");
        }
        return values.get(0);
    }

    private static Optional<Condition> condition(String name, String value) {
        return PREFIXES.entrySet().stream()
                .filter(prefix -> name.startsWith(prefix.getKey()))
                .findFirst()
                .map(prefix -> new Condition(name.substring(prefix.getKey().length()), prefix.getValue(), value));
    }

    private static long time(String text) {
        try {
            return Timestamps.parse(text, ZoneOffset.UTC);
        } catch (RuntimeException refused) {
            throw Refusal.badRequest(
                    "window = " + text + ": is no start of a window; write for example 2026-11-29T08:00:00Z");
        }
    }

    private static Cursor cursor(String text) {
        try {
            return Cursor.parse(text);
        } catch (IllegalArgumentException refused) {
            throw Refusal.badRequest("next = " + text + ": is not what a page has given as next");
        }
    }

    /** @throws Refusal when these are no numbers */
    static Set<Integer> partitions(String text) {
        if (!text.matches("[0-9]{1,9}(,[0-9]{1,9})*")) {
            throw Refusal.badRequest("partitions = " + text + ": must be numbers with commas between them");
        }
        Set<Integer> partitions = new TreeSet<>();
        for (String number : text.split(",", -1)) {
            partitions.add(Integer.valueOf(number));
        }
        return partitions;
    }

    /** The query string for another instance. */
    static String write(WindowQuestion question, Set<Integer> partitions) {
        StringJoiner text = new StringJoiner("&");
        StringJoiner numbers = new StringJoiner(",");
        partitions.forEach(partition -> numbers.add(String.valueOf(partition)));
        text.add("partitions=" + numbers);
        text.add("limit=" + question.limit());
        question.windowStart().ifPresent(start -> text.add("window=" + encoded(Timestamps.format(start))));
        question.after().ifPresent(cursor -> text.add("next=" + cursor));
        for (Condition condition : question.conditions()) {
            String prefix = PREFIXES.entrySet().stream()
                    .filter(entry -> entry.getValue() == condition.comparison())
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
            text.add(encoded(prefix + condition.column()) + "=" + encoded(condition.value()));
        }
        return text.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
