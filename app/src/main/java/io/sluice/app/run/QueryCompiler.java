package io.sluice.app.run;

import io.sluice.app.file.DeltaSinkSettings;
import io.sluice.app.file.Problem;
import io.sluice.app.file.QueryFile;
import io.sluice.app.file.QueryFileException;
import io.sluice.app.file.SourceSettings;
import io.sluice.app.file.StartingOffsets;
import io.sluice.app.file.TriggerSettings;
import io.sluice.app.kafka.SourceOffsets;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.file.Compression;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.sql.SourceTable;
import io.sluice.query.sql.SqlException;
import io.sluice.query.sql.SqlPlanner;
import io.sluice.query.sql.SqlProblem;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.watermark.SilenceSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** From a query file to a query that can run: the SQL is planned, and what only the plan can tell is checked. */
public final class QueryCompiler {
    private final QueryFile file;
    private final SourceSettings source;
    private final DeltaSinkSettings sink;
    private final List<Problem> problems = new ArrayList<>();

    private QueryCompiler(QueryFile file) {
        this.file = file;
        // the reader has seen to it that there is exactly one source and a Delta sink
        this.source = file.sources().values().iterator().next();
        this.sink = (DeltaSinkSettings) file.sink();
    }

    /** @throws QueryFileException with every problem, at its place in the file */
    public static QueryDefinition compile(QueryFile file) throws QueryFileException {
        return new QueryCompiler(file).compile();
    }

    /** What in the SQL of a file that compiles is likely to be a mistake, at its place. */
    public static List<String> warnings(QueryFile file) throws QueryFileException {
        QueryCompiler compiler = new QueryCompiler(file);
        try {
            return SqlPlanner.warnings(file.query().text(), compiler.tables()).stream()
                    .map(compiler::problem)
                    .map(problem -> problem.render(file.file()))
                    .toList();
        } catch (SqlException refused) {
            throw compiler.refusal(refused);
        }
    }

    private QueryDefinition compile() throws QueryFileException {
        QueryPlan plan = plan();
        Schema output = WindowedQuery.of(plan).outputSchema();
        checkPartitionColumns(output);
        SourceSettings.Watermark watermark = source.watermark()
                .orElseThrow(() -> new IllegalStateException("the planner accepts no window without a watermark"));
        if (!problems.isEmpty()) {
            throw new QueryFileException(file.file(), problems);
        }
        return new QueryDefinition(
                file.name(),
                file.kafka().embedded()
                        ? new QueryDefinition.Kafka.Embedded()
                        : new QueryDefinition.Kafka.Cluster(file.kafka().properties()),
                new QueryDefinition.Source(
                        source.name(),
                        source.kafka().topic(),
                        start(source.kafka().startingOffsets()),
                        source.kafka().failOnDataLoss(),
                        source.schema(),
                        source.key(),
                        watermark.column(),
                        watermark.delay(),
                        watermark.maxFutureSkew(),
                        new SilenceSettings(millis(watermark.idleTimeout()), millis(watermark.closeWhenIdle()))),
                file.query().text(),
                plans(),
                new QueryDefinition.Sink(sink.path(), sink.partitionBy(), deltaOptions()),
                trigger(file.trigger()),
                file.checkpointLocation(),
                new QueryDefinition.State(
                        file.state().standbyReplicas(), file.state().memoryBytes()),
                file.streams(),
                file.shutdownTimeout());
    }

    private static OptionalLong millis(Optional<Duration> time) {
        return time.map(set -> OptionalLong.of(set.toMillis())).orElse(OptionalLong.empty());
    }

    private List<SourceTable> tables() {
        return List.of(new SourceTable(
                source.name(), source.schema(), source.watermark().map(SourceSettings.Watermark::column)));
    }

    private QueryPlan plan() throws QueryFileException {
        try {
            return SqlPlanner.plan(file.query().text(), tables());
        } catch (SqlException refused) {
            throw refusal(refused);
        }
    }

    private QueryFileException refusal(SqlException refused) {
        refused.problems().forEach(problem -> problems.add(problem(problem)));
        return new QueryFileException(file.file(), problems);
    }

    private Problem problem(SqlProblem problem) {
        return file.query().problem(problem.line(), problem.column(), problem.message(), problem.remedy());
    }

    /** Every task gets a plan of its own; the text has been planned before, so this cannot fail. */
    private Supplier<QueryPlan> plans() {
        String sql = file.query().text();
        List<SourceTable> tables = tables();
        return () -> {
            try {
                return SqlPlanner.plan(sql, tables);
            } catch (SqlException impossible) {
                throw new IllegalStateException("a query that was planned once cannot be planned again", impossible);
            }
        };
    }

    private void checkPartitionColumns(Schema output) {
        for (String column : sink.partitionBy()) {
            if (output.ordinal(column).isEmpty()) {
                problems.add(new Problem(
                        1,
                        1,
                        "sink.delta.partitionBy",
                        "\"" + column + "\"",
                        "must be a column of the query's result: " + output,
                        "name one of them, or add the column to SELECT"));
            }
        }
    }

    private DeltaOptions deltaOptions() throws QueryFileException {
        try {
            return DeltaOptions.defaults()
                    .withTableProperties(sink.tableProperties())
                    .withCompression(
                            sink.compression() == DeltaSinkSettings.Compression.ZSTD
                                    ? Compression.ZSTD
                                    : Compression.SNAPPY);
        } catch (IllegalArgumentException refused) {
            throw new QueryFileException(
                    file.file(),
                    List.of(new Problem(
                            1,
                            1,
                            "sink.delta.tableProperties",
                            sink.tableProperties().toString(),
                            String.valueOf(refused.getMessage()),
                            "leave them out")));
        }
    }

    private static SourceOffsets.Start start(StartingOffsets offsets) {
        if (offsets instanceof StartingOffsets.Specific specific) {
            return new SourceOffsets.Start.Fixed(specific.offsets());
        }
        return offsets == StartingOffsets.Edge.EARLIEST
                ? new SourceOffsets.Start.Earliest()
                : new SourceOffsets.Start.Latest();
    }

    private static QueryDefinition.Trigger trigger(TriggerSettings trigger) {
        if (trigger instanceof TriggerSettings.ProcessingTime every) {
            return new QueryDefinition.Trigger.ProcessingTime(every.interval());
        }
        return trigger instanceof TriggerSettings.AvailableNow
                ? new QueryDefinition.Trigger.AvailableNow()
                : new QueryDefinition.Trigger.Default();
    }
}
