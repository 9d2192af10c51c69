package io.sluice.query.plan;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.Schema;
import java.util.List;

/**
 * A node of the logical plan: a stream of rows of one schema. The tree is what the topology is built from; a new kind of
 * operation (sliding windows are a {@link Window}, joins, deduplication and union are relations) is a new record here.
 */
public sealed interface Relation {

    /** The columns of the rows this relation yields. */
    Schema schema();

    /** The relations this one reads, in order. */
    List<Relation> inputs();

    /** The rows of a declared source, with every column of its schema. */
    record Scan(String source, Schema schema) implements Relation {
        @Override
        public List<Relation> inputs() {
            return List.of();
        }
    }

    /** The rows of the input for which the condition is true; false and unknown drop a row. */
    record Filter(Relation input, RowExpression condition) implements Relation {
        @Override
        public Schema schema() {
            return input.schema();
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }
    }

    /** One new row per row of the input. {@code expressions.get(i)} computes column i of {@code schema}. */
    record Project(Relation input, List<RowExpression> expressions, Schema schema) implements Relation {
        public Project {
            expressions = List.copyOf(expressions);
            if (expressions.size() != schema.width()) {
                throw new IllegalArgumentException(
                        "expressions = " + expressions.size() + ": must be one for each column, " + schema.width());
            }
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }
    }

    /**
     * One row per window and group. Output columns, in this order: the group keys, {@code window_start}, {@code window_end},
     * one column per aggregate.
     *
     * @param eventTime ordinal of the input's timestamp column that assigns a row to its windows; it is the unchanged
     *     watermark column of the source
     * @param keys ordinals of the input's columns that group the rows; empty for one group per window. Nulls form a group of
     *     their own
     * @param schema the output columns
     */
    record WindowAggregate(
            Relation input, Window window, int eventTime, List<Integer> keys, List<Aggregate> aggregates, Schema schema)
            implements Relation {
        public WindowAggregate {
            keys = List.copyOf(keys);
            aggregates = List.copyOf(aggregates);
        }

        /** The output columns of the keys alone. */
        public Schema keySchema() {
            List<Column> columns = schema.columns().subList(0, keys.size());
            return new Schema(columns);
        }

        /** Ordinal of {@code window_start} in {@link #schema}. */
        public int windowStart() {
            return keys.size();
        }

        /** Ordinal of {@code window_end} in {@link #schema}. */
        public int windowEnd() {
            return keys.size() + 1;
        }

        /** Ordinal of the first aggregate in {@link #schema}. */
        public int firstAggregate() {
            return keys.size() + 2;
        }

        @Override
        public List<Relation> inputs() {
            return List.of(input);
        }
    }
}
