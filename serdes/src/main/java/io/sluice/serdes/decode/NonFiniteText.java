package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Row;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The words for what is no finite number. */
final class NonFiniteText {
    private NonFiniteText() {}

    /** The number that a word of JSON's dialects, of Spark or of C stands for; empty when it is none. */
    static Optional<Double> value(String word) {
        return switch (word) {
            case "NaN", "nan" -> Optional.of(Double.NaN);
            case "Infinity", "+Infinity", "INF", "+INF", "inf" -> Optional.of(Double.POSITIVE_INFINITY);
            case "-Infinity", "-INF", "-inf" -> Optional.of(Double.NEGATIVE_INFINITY);
            default -> Optional.empty();
        };
    }

    /** @return the problem, or null when the policy takes it and the column is set */
    static @Nullable String set(double value, NonFinite policy, Row row, int column) {
        switch (policy) {
            case REJECT -> {
                return value + " is no finite number; set nonFinite to accept it, or to make null of it";
            }
            case ACCEPT -> row.setDouble(column, value);
            case TO_NULL -> row.setNull(column);
        }
        return null;
    }
}
