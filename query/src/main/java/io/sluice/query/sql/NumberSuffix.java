package io.sluice.query.sql;

import java.util.Locale;

/** Spark's suffixes of numbers, which Calcite would read as an alias: 10L, 1.5D, 1.5F, 1.5BD. */
final class NumberSuffix {
    private NumberSuffix() {}

    static String apply(String digits, String suffix, Position position) throws BadTokenException {
        return switch (suffix.toLowerCase(Locale.ROOT)) {
            case "" -> digits;
            case "l" -> "CAST(" + digits + " AS BIGINT)";
            case "d" -> "CAST(" + digits + " AS DOUBLE)";
            case "f" -> "CAST(" + digits + " AS REAL)";
            case "bd" -> digits.indexOf('.') < 0 ? digits + ".0" : digits;
            default ->
                throw new BadTokenException(
                        position,
                        "'" + digits + suffix + "' is neither a number nor a name",
                        "put a name that begins with a digit in back-ticks; the suffixes of numbers are L, D, F and BD");
        };
    }
}
