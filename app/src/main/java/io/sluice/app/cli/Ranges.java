package io.sluice.app.cli;

import java.util.ArrayList;
import java.util.List;

/** Whole numbers as people write many of them: {@code 0-3, 7}. */
final class Ranges {
    private Ranges() {}

    /** @param numbers ascending */
    static String of(List<Integer> numbers) {
        List<String> ranges = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < numbers.size(); i++) {
            boolean last = i + 1 == numbers.size() || numbers.get(i + 1) != numbers.get(i) + 1;
            if (last) {
                ranges.add(first == i ? "" + numbers.get(i) : numbers.get(first) + "-" + numbers.get(i));
                first = i + 1;
            }
        }
        return String.join(", ", ranges);
    }
}
