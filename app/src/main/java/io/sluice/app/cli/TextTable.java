package io.sluice.app.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows under headings, each column as wide as its widest cell; numbers stand to the right. On a terminal that is too narrow the texts
 * go on in further lines.
 */
final class TextTable {
    private static final String BETWEEN = "  ";
    private static final int NARROWEST = 12;

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
        print(out, Terminal.width().orElse(Integer.MAX_VALUE));
    }

    /** @param width columns that there are */
    void print(PrintWriter out, int width) {
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
        narrow(widths, numbers, width);
        printRow(out, headings, widths, numbers);
        List<String> rules =
                Arrays.stream(widths).mapToObj(each -> "-".repeat(each)).toList();
        out.println(String.join(BETWEEN, rules));
        rows.forEach(row -> printRow(out, row, widths, numbers));
    }

    /** Takes what is too much from the widest texts; numbers are never broken. */
    private static void narrow(int[] widths, boolean[] numbers, int width) {
        long tooMuch =
                Arrays.stream(widths).asLongStream().sum() + (long) BETWEEN.length() * (widths.length - 1) - width;
        while (tooMuch > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (!numbers[i] && widths[i] > NARROWEST && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
            tooMuch--;
        }
    }

    private static void printRow(PrintWriter out, List<String> cells, int[] widths, boolean[] numbers) {
        List<List<String>> broken = new ArrayList<>();
        int lines = 1;
        for (int i = 0; i < widths.length; i++) {
            broken.add(numbers[i] ? List.of(cells.get(i)) : broken(cells.get(i), widths[i]));
            lines = Math.max(lines, broken.get(i).size());
        }
        for (int line = 0; line < lines; line++) {
            out.println(line(broken, line, widths, numbers));
        }
    }

    private static String line(List<List<String>> broken, int number, int[] widths, boolean[] numbers) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = number < broken.get(i).size() ? broken.get(i).get(number) : "";
            String padding = " ".repeat(Math.max(0, widths[i] - cell.length()));
            line.append(i == 0 ? "" : BETWEEN);
            line.append(numbers[i] ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    /** Between words where there are any. */
    private static List<String> broken(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int end = space > 0 ? space : width;
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
