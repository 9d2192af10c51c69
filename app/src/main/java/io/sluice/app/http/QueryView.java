package io.sluice.app.http;

import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import io.sluice.query.plan.QueryPlan;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.time.DurationText;
import io.sluice.topology.pipeline.WindowedQuery;
import java.util.List;

/**
 * A query for those who look at it. Connection properties are not part of it.
 *
 * @param sql its text
 * @param plan what was made of it
 * @param keys names of the group-by columns, as {@code /api/windows} has them
 * @param aggregates names of the aggregates
 * @param windowSeconds length of a window
 * @param delaySeconds of the watermark
 */
record QueryView(
        String name,
        String sql,
        String plan,
        String topic,
        String table,
        String trigger,
        List<String> keys,
        List<String> aggregates,
        double windowSeconds,
        double delaySeconds) {

    static QueryView of(StreamingQuery query) {
        QueryDefinition definition = query.definition();
        QueryPlan plan = definition.plan();
        WindowedQuery windowed = WindowedQuery.of(plan);
        List<String> columns = windowed.aggregate().schema().columns().stream()
                .map(Column::name)
                .toList();
        return new QueryView(
                definition.name(),
                definition.sql(),
                plan.describe(),
                definition.source().topic(),
                definition.sink().path(),
                trigger(definition.trigger()),
                columns.subList(0, windowed.aggregate().windowStart()),
                columns.subList(windowed.aggregate().firstAggregate(), columns.size()),
                windowed.aggregate().window().sizeMicros() / 1e6,
                definition.source().delay().toMillis() / 1e3);
    }

    private static String trigger(QueryDefinition.Trigger trigger) {
        if (trigger instanceof QueryDefinition.Trigger.ProcessingTime every) {
            return "processingTime: " + DurationText.format(every.interval());
        }
        return trigger instanceof QueryDefinition.Trigger.AvailableNow ? "availableNow" : "as soon as there are rows";
    }
}
