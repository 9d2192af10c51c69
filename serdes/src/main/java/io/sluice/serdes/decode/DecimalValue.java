package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.Row;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Puts a number into a decimal column, or says what of it would be lost. */
final class DecimalValue {
    private DecimalValue() {}

    /** @return what is wrong with the value, to be put behind it; or null when the column is set */
    static @Nullable String set(Decimal type, BigDecimal value, Row row, int column) {
        if (value.signum() == 0) {
            row.setObject(column, BigDecimal.ZERO.setScale(type.scale()));
            return null;
        }
        // checked before any change of scale: 1e1000000000 written out would fill the memory
        BigDecimal shortest = value.scale() == type.scale() ? value : value.stripTrailingZeros();
        if ((long) shortest.precision() - shortest.scale() > type.precision() - type.scale()) {
            return " has more than " + (type.precision() - type.scale()) + " digits before the point";
        }
        if (shortest.scale() > type.scale()) {
            return " has more than " + type.scale() + " digits behind the point";
        }
        row.setObject(column, shortest.setScale(type.scale(), RoundingMode.UNNECESSARY));
        return null;
    }
}
