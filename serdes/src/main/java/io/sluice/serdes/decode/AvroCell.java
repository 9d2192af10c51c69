package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.TimestampFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads Avro values of one type into a column. */
interface AvroCell {

    /** @return the problem, or null when the column is set; the value is not null */
    @Nullable
    String read(AvroValue value, Row row, int column);

    /** @param time how timestamps and dates are written, also those inside of a nested type; empty: as the schema says */
    static AvroCell of(DataType type, Optional<TimestampFormat> time, ValueRules rules) {
        return type instanceof DataType.Nested nested
                ? AvroNested.of(nested, time, rules)
                : new AvroValues(type, time, rules);
    }
}
