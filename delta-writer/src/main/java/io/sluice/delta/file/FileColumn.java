package io.sluice.delta.file;

import io.sluice.serdes.schema.DataType;

/**
 * A column of the table and where its values come from.
 *
 * @param name as the table spells it
 * @param nullable whether the table allows nulls
 * @param ordinal of the value in a {@link io.sluice.serdes.schema.Row}
 */
public record FileColumn(String name, DataType type, boolean nullable, int ordinal) {}
