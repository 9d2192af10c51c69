package io.sluice.query.plan;

import io.sluice.serdes.schema.DataType;
import java.util.Optional;

/**
 * One aggregate call.
 *
 * @param argument ordinal of the aggregated column in the input of the {@link Relation.WindowAggregate}; -1 for {@code COUNT(*)}
 * @param argumentType type of that column; empty for {@code COUNT(*)}
 * @param type type of the result, by Spark's rules: COUNT long; SUM of int and long long, of float and double double, of
 *     decimal(p,s) decimal(min(38,p+10),s); AVG double, of decimal(p,s) decimal(min(38,p+4),min(38,s+4)); MIN and MAX the
 *     argument's
 * @param name name of the output column
 */
public record Aggregate(Function function, int argument, Optional<DataType> argumentType, DataType type, String name) {

    /** What is computed. Nulls are skipped by all but {@link #COUNT_ROWS}; without any value the result is null, counts are 0. */
    public enum Function {
        COUNT_ROWS,
        COUNT,
        SUM,
        MIN,
        MAX,
        AVG
    }
}
