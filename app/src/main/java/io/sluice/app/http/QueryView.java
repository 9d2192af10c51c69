package io.sluice.app.http;

import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import io.sluice.query.plan.Relation;
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
 * @param windowSeconds length of a window; 0 where there are none
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
        return definition.hasWindow()
                ? view(definition, WindowedQuery.of(definition.plan()).aggregate())
                : view(definition, List.of(), List.of(), 0);
    }

    private static QueryView view(QueryDefinition definition, Relation.WindowAggregate aggregate) {
        List<String> columns =
                aggregate.schema().columns().stream().map(Column::name).toList();
        return view(
                definition,
                columns.subList(0, aggregate.windowStart()),
                columns.subList(aggregate.firstAggregate(), columns.size()),
                aggregate.window().sizeMicros() / 1e6);
    }

    private static QueryView view(
            QueryDefinition definition, List<String> keys, List<String> aggregates, double windowSeconds) {
        return new QueryView(
                definition.name(),
                definition.sql(),
                definition.plan().describe(),
                definition.source().topic(),
                definition.sink().path(),
                trigger(definition.trigger()),
                keys,
                aggregates,
                windowSeconds,
                definition.source().delay().toMillis() / 1e3);
    }

    private static String trigger(QueryDefinition.Trigger trigger) {
        if (trigger instanceof QueryDefinition.Trigger.ProcessingTime every) {
            return "processingTime: " + DurationText.format(every.interval());
        }
        return trigger instanceof QueryDefinition.Trigger.AvailableNow ? "availableNow" : "as soon as there are rows";
    }
}
