package io.sluice.query.plan;

import io.sluice.serdes.schema.Schema;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;

/**
 * What a query computes.
 *
 * @param root the last operation; its schema is the schema of the sink
 */
public record QueryPlan(Relation root) {

    public Schema schema() {
        return root.schema();
    }

    /** Whether rows are gathered in windows; otherwise each row of the source becomes one row of the sink, or none. */
    public boolean hasWindow() {
        Relation relation = root;
        while (!(relation instanceof Relation.WindowAggregate)) {
            if (relation.inputs().isEmpty()) {
                return false;
            }
            relation = relation.inputs().get(0);
        }
        return true;
    }

    /** The tree, one relation a line, inputs indented below: for people, and as the canonical form in the fingerprint. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        describe(root, 0, text);
        return text.toString();
    }

    private static void describe(Relation relation, int depth, StringBuilder text) {
        text.append("  ".repeat(depth)).append(line(relation)).append('\n');
        relation.inputs().forEach(input -> describe(input, depth + 1, text));
    }

    private static String line(Relation relation) {
        if (relation instanceof Relation.Scan scan) {
            return "Scan " + scan.source() + " [" + scan.schema() + "]";
        }
        if (relation instanceof Relation.Filter filter) {
            return "Filter " + filter.condition().text();
        }
        if (relation instanceof Relation.Project project) {
            return "Project "
                    + java.util.stream.IntStream.range(0, project.expressions().size())
                            .mapToObj(i -> project.expressions().get(i).text() + " AS "
                                    + project.schema().column(i).name())
                            .collect(Collectors.joining(", "));
        }
        if (relation instanceof Relation.WindowAggregate aggregate) {
            return describeAggregate(aggregate);
        }
        throw new AssertionError("unknown relation " + relation);
    }

    private static String describeAggregate(Relation.WindowAggregate aggregate) {
        Schema input = aggregate.input().schema();
        String keys = aggregate.keys().stream().map(k -> input.column(k).name()).collect(Collectors.joining(", "));
        String calls = aggregate.aggregates().stream()
                .map(call -> call.function() + "("
                        + (call.argument() < 0
                                ? "*"
                                : input.column(call.argument()).name()) + ") AS " + call.name())
                .collect(Collectors.joining(", "));
        return "WindowAggregate " + describeWindow(aggregate.window()) + " on "
                + input.column(aggregate.eventTime()).name() + ", keys [" + keys + "], " + calls;
    }

    private static String describeWindow(Window window) {
        String length = window instanceof ZonedDays zoned
                ? "days " + zoned.days() + " in " + zoned.zone()
                : "tumbling " + Duration.of(window.sizeMicros(), ChronoUnit.MICROS);
        return length
                + (window.offsetMicros() == 0
                        ? ""
                        : " offset " + Duration.of(window.offsetMicros(), ChronoUnit.MICROS));
    }
}
