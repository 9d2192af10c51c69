package io.sluice.app.cli;

import io.sluice.app.run.DeadLetters;
import io.sluice.app.run.StreamingQuery;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Dead letters as people read them: how many for which reason, and the newest with all that is known of them. */
final class DeadLetterList {
    private static final int WIDEST = 1_000;

    private final int limit;
    private final DeadLetterCounts counts = new DeadLetterCounts();
    private final Deque<StreamingQuery.DeadLetter> newest = new ArrayDeque<>();
    private long total;
    private long passed;

    /** @param limit how many of the newest are shown */
    DeadLetterList(int limit) {
        this.limit = limit;
    }

    /** Letters are added in the order of their arrival. */
    void add(DeadLetters.Letter letter) {
        total++;
        passed += letter.passed() ? 1 : 0;
        counts.add(letter.told());
        newest.addLast(letter.told());
        if (newest.size() > limit) {
            newest.removeFirst();
        }
    }

    void print(String topic, PrintWriter out) {
        if (total == 0) {
            out.println("no dead letters in topic " + topic);
            return;
        }
        counts.print(out);
        for (Iterator<StreamingQuery.DeadLetter> each = newest.descendingIterator(); each.hasNext(); ) {
            print(each.next(), out);
        }
        out.println();
        out.println(total + (total == 1 ? " dead letter" : " dead letters") + " in topic " + topic + ", "
                + newest.size() + " shown; " + (total - passed)
                + " to be sent back by --redrive, when what is wrong is mended");
    }

    private static void print(StreamingQuery.DeadLetter letter, PrintWriter out) {
        out.println();
        out.println(letter.time() + "  " + (letter.place().isEmpty() ? "a closed window" : letter.place()) + "  "
                + letter.stage() + (letter.column().isEmpty() ? "" : "  column " + shown(letter.column(), WIDEST)));
        out.println("  reason  " + shown(letter.reason(), 2 * WIDEST));
        out.println("  value   " + (letter.value().isEmpty() ? "none" : shown(letter.value(), WIDEST)));
    }

    /** A record may hold anything, also what a terminal takes for a command. */
    static String shown(String text, int widest) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(widest).forEach(letter -> {
            if (Character.isISOControl(letter) || Character.getType(letter) == Character.FORMAT) {
                shown.append("\\u%04x".formatted(letter));
            } else {
                shown.appendCodePoint(letter);
            }
        });
        return text.codePointCount(0, text.length()) > widest ? shown + "\u2026" : shown.toString();
    }
}
