package io.sluice.query.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Test cases in files beside the tests. */
final class Table {
    /** What goes in and what is expected to come out. */
    record Case(String section, String input, String expected) {
        @Override
        public String toString() {
            return section + " " + input;
        }
    }

    private Table() {}

    /** Cases as blocks: input, a line {@code ->}, output, a line {@code ====}. */
    static List<Case> blocks(String file) {
        List<Case> cases = new ArrayList<>();
        for (String block : read(file).split("(?m)^====\n", -1)) {
            if (!block.isBlank()) {
                String[] parts = block.split("(?m)^->\n", 2);
                cases.add(new Case("", parts[0].strip(), parts[1].strip()));
            }
        }
        return cases;
    }

    /** Cases as lines {@code input  =>  output}, in sections that begin with {@code [name]}. */
    static List<Case> lines(String file) {
        List<Case> cases = new ArrayList<>();
        String section = "";
        for (String line : read(file).lines().toList()) {
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split("  =>  ", 2);
                cases.add(new Case(section, parts[0], parts[1]));
            }
        }
        return cases;
    }

    private static String read(String file) {
        try (InputStream stream = Objects.requireNonNull(Table.class.getResourceAsStream(file), file)) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
