package io.sluice.app.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt word was meant to be. */
final class EditDistance {
    private EditDistance() {}

    /** The nearest candidate, when so few letters differ that it is probably meant; case does not count. */
    static Optional<String> nearest(String word, Collection<String> candidates) {
        int most = Math.max(1, word.length() / 3);
        return candidates.stream()
                .filter(candidate -> between(word, candidate) <= most)
                .min(Comparator.comparingInt((String candidate) -> between(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
    static int between(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] distance = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                distance[i][j] = i == 0 || j == 0 ? i + j : step(a, b, distance, i, j);
            }
        }
        return distance[a.length()][b.length()];
    }

    private static int step(String a, String b, int[][] distance, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best =
                Math.min(distance[i - 1][j - 1] + (same ? 0 : 1), Math.min(distance[i - 1][j], distance[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, distance[i - 2][j - 2] + 1) : best;
    }
}
