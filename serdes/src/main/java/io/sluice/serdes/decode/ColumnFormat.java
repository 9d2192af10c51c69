package io.sluice.serdes.decode;

import io.sluice.serdes.time.TimestampFormat;
import java.util.Optional;

/**
 * Where a column's value stands and how it is written.
 *
 * @param path empty: the field with the column's name
 * @param time how a timestamp or, as a pattern, a date is written; empty: as ISO-8601, in the zone of {@link ValueRules}
 */
public record ColumnFormat(Optional<FieldPath> path, Optional<TimestampFormat> time) {
    /** The field with the column's name, as its type is written. */
    public static final ColumnFormat DEFAULT = new ColumnFormat(Optional.empty(), Optional.empty());
}
