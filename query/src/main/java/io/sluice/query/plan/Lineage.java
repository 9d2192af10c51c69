package io.sluice.query.plan;

import java.util.OptionalInt;

/** Where the columns of a relation come from. */
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
}
