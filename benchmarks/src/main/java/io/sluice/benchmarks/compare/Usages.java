package io.sluice.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the runs of each contender have used, in the order of the first of each. */
final class Usages {
    private final Map<String, List<Usage>> runs = new LinkedHashMap<>();

    void add(String contender, Usage usage) {
        runs.computeIfAbsent(contender, unused -> new ArrayList<>()).add(usage);
    }

    Set<String> contenders() {
        return runs.keySet();
    }

    /** The run with the median of the contender's CPU seconds. */
    Usage median(String contender) {
        List<Usage> sorted = runs.getOrDefault(contender, List.of()).stream()
                .sorted(Comparator.comparingDouble(Usage::cpuSeconds))
                .toList();
        return sorted.get(sorted.size() / 2);
    }
}
