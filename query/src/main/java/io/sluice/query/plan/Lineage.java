package io.sluice.query.plan;

import java.util.OptionalInt;

/** Temporary. */
public final class Lineage {
    private Lineage() {}

    /** Temporary. */
    public static OptionalInt sourceColumn(Relation relation, int ordinal) {
        Relation at = relation;
        int column = ordinal;
        while (!(at instanceof Relation.Scan)) {
            if (at instanceof Relation.Project project) {
                OptionalInt next = project.expressions().get(column).column();
                if (next.isEmpty()) {
                    return next;
                }
                column = next.getAsInt();
            }
            at = at.inputs().get(0);
        }
        return OptionalInt.of(column);
    }
}
