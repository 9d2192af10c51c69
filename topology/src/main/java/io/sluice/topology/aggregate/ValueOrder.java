package io.sluice.topology.aggregate;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.Arrays;

/** Spark's order of two values that are not null: NaN above all numbers, strings by their UTF-8 bytes, binary unsigned. */
@FunctionalInterface
interface ValueOrder {
    int compare(Row left, int leftColumn, Row right, int rightColumn);

    static ValueOrder of(DataType type) {
        return switch (type.storage()) {
            case LONG -> (l, i, r, j) -> Long.compare(l.longAt(i), r.longAt(j));
            case DOUBLE -> (l, i, r, j) -> Double.compare(l.doubleAt(i), r.doubleAt(j));
            case OBJECT -> ofObjects(type);
        };
    }

    private static ValueOrder ofObjects(DataType type) {
        if (type == DataType.Primitive.STRING) {
            return (l, i, r, j) -> compareByCodePoints(l.stringAt(i), r.stringAt(j));
        }
        if (type == DataType.Primitive.BINARY) {
            return (l, i, r, j) -> Arrays.compareUnsigned(l.binaryAt(i), r.binaryAt(j));
        }
        return (l, i, r, j) -> l.decimalAt(i).compareTo(r.decimalAt(j));
    }

    /** The order of UTF-8 bytes is the order of code points; that of UTF-16 differs where a surrogate meets U+E000 to U+FFFF. */
    private static int compareByCodePoints(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char l = left.charAt(i);
            char r = right.charAt(i);
            if (l != r) {
                boolean oneSurrogate = Character.isSurrogate(l) != Character.isSurrogate(r);
                return oneSurrogate ? (Character.isSurrogate(l) ? 1 : -1) : Character.compare(l, r);
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
