package io.sluice.benchmarks.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A table in Markdown. */
final class Table {
    private final List<String> lines = new ArrayList<>();

    Table(String... columns) {
        lines.add(line(columns));
        lines.add("|" + String.join("|", Collections.nCopies(columns.length, " --- ")) + "|");
    }

    void add(String... cells) {
        lines.add(line(cells));
    }

    private static String line(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /** Two or three digits that mean something. */
    static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
