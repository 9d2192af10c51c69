package io.sluice.query.plan;

import java.util.BitSet;
import java.util.OptionalInt;

/** Where the columns of a relation come from, and which of them a query needs. */
public final class Lineage {
    private Lineage() {}

    /**
     * The ordinal, in the schema of the source, of the column that reaches this output unchanged: through filters, through
     * projections that only pass it on, and as a group key. Empty when the output is computed, an aggregate or a window's bound.
     *
     * @param ordinal of the output in the relation's schema
     */
    public static OptionalInt sourceColumn(Relation relation, int ordinal) {
        if (relation instanceof Relation.Scan) {
            return OptionalInt.of(ordinal);
        }
        if (relation instanceof Relation.Filter filter) {
            return sourceColumn(filter.input(), ordinal);
        }
        if (relation instanceof Relation.Project project) {
            OptionalInt column = project.expressions().get(ordinal).column();
            return column.isPresent() ? sourceColumn(project.input(), column.getAsInt()) : column;
        }
        if (relation instanceof Relation.WindowAggregate aggregate) {
            return ordinal < aggregate.keys().size()
                    ? sourceColumn(aggregate.input(), aggregate.keys().get(ordinal))
                    : OptionalInt.empty();
        }
        throw new AssertionError("unknown relation " + relation);
    }

    /**
     * The ordinals, in the schema of that source's scans, of the columns whose values can change what the query yields: through
     * the sink's columns, conditions, group keys, event time and the arguments of aggregates. A column that is projected and then
     * not read is not among them. All aggregates count, also one that nothing above reads: it is shown while its window is open.
     *
     * <p>Rows in which all other columns are null give the same result, so only these need to be decoded.
     *
     * @throws IllegalArgumentException when the plan does not read the source: nothing used would look like a table of nulls
     */
    public static BitSet usedColumns(QueryPlan plan, String source) {
        if (!reads(plan.root(), source)) {
            throw new IllegalArgumentException("source = " + source + ": is not read by the plan\n" + plan.describe());
        }
        BitSet all = new BitSet();
        all.set(0, plan.schema().width());
        BitSet used = new BitSet();
        collect(plan.root(), all, source, used);
        return used;
    }

    private static boolean reads(Relation relation, String source) {
        return relation instanceof Relation.Scan scan
                ? scan.source().equals(source)
                : relation.inputs().stream().anyMatch(input -> reads(input, source));
    }

    /** @param read ordinals of the relation's columns that are read above it */
    private static void collect(Relation relation, BitSet read, String source, BitSet used) {
        if (relation instanceof Relation.Scan scan) {
            if (scan.source().equals(source)) {
                used.or(read);
            }
            return;
        }
        BitSet below = inputColumns(relation, read);
        relation.inputs().forEach(input -> collect(input, below, source, used));
    }

    private static BitSet inputColumns(Relation relation, BitSet read) {
        BitSet columns = new BitSet();
        if (relation instanceof Relation.Filter filter) {
            columns.or(read);
            filter.condition().references().forEach(columns::set);
        } else if (relation instanceof Relation.Project project) {
            read.stream()
                    .mapToObj(ordinal -> project.expressions().get(ordinal))
                    .forEach(expression -> expression.references().forEach(columns::set));
        } else if (relation instanceof Relation.WindowAggregate aggregate) {
            columns.set(aggregate.eventTime());
            aggregate.keys().forEach(columns::set);
            aggregate.aggregates().stream()
                    .mapToInt(Aggregate::argument)
                    .filter(argument -> argument >= 0)
                    .forEach(columns::set);
        } else {
            throw new AssertionError("unknown relation " + relation);
        }
        return columns;
    }
}
