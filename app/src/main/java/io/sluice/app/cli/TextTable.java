package io.sluice.app.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows under headings, each column as wide as its widest cell; numbers stand to the right. */
final class TextTable {
    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(List<String> headings) {
        this.headings = List.copyOf(headings);
    }

    void add(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    int size() {
        return rows.size();
    }

    void print(PrintWriter out) {
        int[] widths = new int[headings.size()];
        boolean[] numbers = new boolean[headings.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.max(
                    headings.get(i).length(),
                    rows.stream()
                            .mapToInt(row -> row.get(column).length())
                            .max()
                            .orElse(0));
            numbers[i] = !rows.isEmpty()
                    && rows.stream().allMatch(row -> row.get(column).matches("-?[0-9.,]+(E-?[0-9]+)?|null|NaN|-"));
        }
        out.println(line(headings, widths, numbers));
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
        }
        out.println(rule);
        rows.forEach(row -> out.println(line(row, widths, numbers)));
    }

    private static String line(List<String> cells, int[] widths, boolean[] numbers) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : "  ");
            line.append(numbers[i] ? padding + cells.get(i) : cells.get(i) + padding);
        }
        return line.toString().stripTrailing();
    }
}
