package io.sluice.app.cli;

import io.sluice.app.run.StreamingQuery;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** How many dead letters there are for each kind of reason: reasons that differ in values and places only are of one kind. */
final class DeadLetterCounts {
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"?");
    private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}\\d_])(?<!\\p{L}-)[-+]?\\d[\\w.:+-]*");
    private static final int WIDEST = 90;

    private record Kind(String stage, String column, String reason) {}

    private record Seen(long count, String last) {}

    private final Map<Kind, Seen> kinds = new HashMap<>();

    /** Letters are added in the order of their arrival. */
    void add(StreamingQuery.DeadLetter letter) {
        kinds.merge(
                new Kind(letter.stage(), letter.column(), kind(letter.reason())),
                new Seen(1, letter.time()),
                (before, one) -> new Seen(before.count + 1, one.last));
    }

    static String kind(String reason) {
        String quoted = QUOTED.matcher(reason).replaceAll("\"\u2026\"");
        String kind = NUMBER.matcher(quoted).replaceAll("#");
        return DeadLetterList.shown(kind, WIDEST);
    }

    /** The most frequent first. */
    void print(PrintWriter out) {
        List<Map.Entry<Kind, Seen>> sorted = new ArrayList<>(kinds.entrySet());
        sorted.sort(Comparator.comparingLong((Map.Entry<Kind, Seen> kind) -> -kind.getValue().count)
                .thenComparing(kind -> kind.getKey().toString()));
        TextTable text = new TextTable(List.of("Letters", "Stage", "Column", "Reason", "Last"));
        sorted.forEach(kind -> text.add(List.of(
                String.valueOf(kind.getValue().count),
                kind.getKey().stage,
                kind.getKey().column,
                kind.getKey().reason,
                kind.getValue().last)));
        text.print(out);
    }
}
