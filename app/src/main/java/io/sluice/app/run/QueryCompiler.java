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
import io.sluice.delta.DeltaTable;
import io.sluice.delta.TablePathException;
import io.sluice.delta.file.Compression;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.sql.PlannedQuery;
import io.sluice.query.sql.SourceTable;
import io.sluice.query.sql.SqlException;
import io.sluice.query.sql.SqlPlanner;
import io.sluice.query.sql.SqlProblem;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.LateRecords;
import io.sluice.topology.watermark.SilenceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** From a query file to a query that can run: the SQL is planned, and what only the plan can tell is checked. */
public final class QueryCompiler {
    private final QueryFile file;
    private final SourceSettings source;
    private final DeltaSinkSettings sink;
    private final List<Problem> problems = new ArrayList<>();
    private final Optional<RowExpression> eventTime;

    private QueryCompiler(QueryFile file) {
        this.file = file;
        // the reader has seen to it that there is exactly one source and a Delta sink
        this.source = file.sources().values().iterator().next();
        this.sink = (DeltaSinkSettings) file.sink();
        this.eventTime = eventTime();
    }

    /** Empty where it is a column, or no expression that has a value. */
    private Optional<RowExpression> eventTime() {
        Optional<String> expression = source.watermark().flatMap(SourceSettings.Watermark::expression);
        if (expression.isEmpty() || source.schema().width() == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(SqlPlanner.eventTime(expression.get(), source.name(), source.schema()));
        } catch (SqlException refused) {
            refused.problems()
                    .forEach(problem -> problems.add(file.settings()
                            .problem(
                                    "sources." + source.name() + ".watermark.column",
                                    problem.message()
                                            + (problem.column() == 1
                                                    ? ""
                                                    : " (at its character " + problem.column() + ")"),
                                    problem.remedy())));
            return Optional.empty();
        }
    }

    /**
     * A query that can run, and what in its SQL is likely to be a mistake.
     *
     * @param warnings each with its place in the file
     */
    public record Compiled(QueryDefinition definition, List<String> warnings) {}

    /** @throws QueryFileException with every problem, at its place in the file */
    public static QueryDefinition compile(QueryFile file) throws QueryFileException {
        return compileWithWarnings(file).definition();
    }

    /** @throws QueryFileException with every problem, at its place in the file */
    public static Compiled compileWithWarnings(QueryFile file) throws QueryFileException {
        return new QueryCompiler(file).compile();
    }

    /** A refusal of a file with the problems besides that can be told although there are those. */
    public static QueryFileException completed(QueryFileException refused) {
        Optional<QueryFile> draft =
                refused.draft().filter(read -> read.sources().size() == 1);
        if (draft.isEmpty()) {
            return refused;
        }
        QueryCompiler compiler = new QueryCompiler(draft.get());
        compiler.problems.addAll(refused.problems());
        var unused = compiler.check();
        return compiler.refusal();
    }

    private QueryFileException refusal() {
        return new QueryFileException(
                file.file(),
                problems.stream()
                        .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                        .toList());
    }

    private Compiled compile() throws QueryFileException {
        Optional<PlannedQuery> checked = check();
        if (!problems.isEmpty()) {
            throw refusal();
        }
        PlannedQuery planned =
                checked.orElseThrow(() -> new IllegalStateException("a query without problems has a plan"));
        return new Compiled(
                definition(planned.plan()),
                planned.warnings().stream()
                        .map(this::problem)
                        .map(problem -> problem.render(file.file()))
                        .toList());
    }

    private QueryDefinition definition(QueryPlan plan) {
        Optional<SourceSettings.Watermark> watermark = source.watermark();
        if (plan.hasWindow() && watermark.isEmpty()) {
            throw new IllegalStateException("the planner accepts no window without a watermark");
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
                        source.format(),
                        source.key(),
                        watermark.map(SourceSettings.Watermark::column).orElse(""),
                        eventTime,
                        watermark.map(SourceSettings.Watermark::delay).orElse(Duration.ZERO),
                        watermark.map(SourceSettings.Watermark::maxFutureSkew).orElse(Duration.ZERO),
                        plan.hasWindow()
                                ? watermark.map(QueryCompiler::silence).orElse(SilenceSettings.OFF)
                                : SilenceSettings.OFF,
                        source.badRecords(),
                        source.lateRecords()),
                file.query().text(),
                plan,
                new QueryDefinition.Sink(sink.path(), sink.partitionBy(), deltaOptions()),
                trigger(file.trigger()),
                file.checkpointLocation(),
                new QueryDefinition.State(
                        file.state().standbyReplicas(),
                        file.state().memoryBytes(),
                        file.state().heapBytes()),
                file.streams(),
                file.shutdownTimeout(),
                new QueryDefinition.Health(
                        file.health().stalledAfter(), file.health().stopWhenStalled()));
    }

    private static SilenceSettings silence(SourceSettings.Watermark watermark) {
        return new SilenceSettings(millis(watermark.idleTimeout()), millis(watermark.closeWhenIdle()));
    }

    private static OptionalLong millis(Optional<Duration> time) {
        return time.map(set -> OptionalLong.of(set.toMillis())).orElse(OptionalLong.empty());
    }

    private List<SourceTable> tables() {
        return List.of(new SourceTable(
                source.name(),
                eventTime.isPresent()
                        ? QueryDefinition.Source.withEventTime(source.schema(), SourceSettings.Watermark.EVENT_TIME)
                        : source.schema(),
                source.watermark().map(SourceSettings.Watermark::column)));
    }

    /**
     * Finds what the reader could not, as far as what it found leaves that to be told.
     *
     * @return the plan; empty when there is none because of a problem
     */
    private Optional<PlannedQuery> check() {
        boolean canBePlanned =
                isGood("sources." + source.name()) && !file.query().text().isBlank();
        Optional<PlannedQuery> planned = canBePlanned ? plan() : Optional.empty();
        Optional<QueryPlan> plan = planned.map(PlannedQuery::plan);
        plan.map(QueryPlan::schema).ifPresent(this::checkPartitionColumns);
        if (plan.isPresent() && !plan.get().hasWindow()) {
            checkNothingWantsAWindow();
        }
        checkTable();
        checkProperties();
        return planned;
    }

    /** Whether nothing of a setting has a problem that others could follow from. */
    private boolean isGood(String setting) {
        return problems.stream()
                .map(Problem::key)
                .filter(key -> (key + ".").startsWith(setting + "."))
                .allMatch(key -> key.substring(setting.length()).matches("\\.(kafka|format|key)(\\..*)?"));
    }

    private Optional<PlannedQuery> plan() {
        try {
            return Optional.of(SqlPlanner.planned(file.query().text(), tables(), file.windowTimeZone()));
        } catch (SqlException refused) {
            refused.problems().forEach(problem -> problems.add(problem(problem)));
            return Optional.empty();
        }
    }

    private Problem problem(SqlProblem problem) {
        return file.query().problem(problem.line(), problem.column(), problem.message(), problem.remedy());
    }

    private void checkPartitionColumns(Schema output) {
        for (String column : sink.partitionBy()) {
            if (output.ordinal(column).isEmpty()) {
                problems.add(file.settings()
                        .problem(
                                "sink.delta.partitionBy",
                                column + " must be a column of the query's result: " + output,
                                "name one of them, or add the column to SELECT"));
            }
        }
    }

    private void checkNothingWantsAWindow() {
        Set<String> written = file.settings().shown().keySet();
        String watermark = "sources." + source.name() + ".watermark.";
        if (source.lateRecords() == LateRecords.TOPIC) {
            wantsAWindow("sources." + source.name() + ".lateRecords", "nothing is late in it");
        }
        if (source.watermark().flatMap(SourceSettings.Watermark::closeWhenIdle).isPresent()) {
            wantsAWindow(watermark + "closeWhenIdle", "nothing is closed in it");
        }
        if (written.contains(watermark + "idleTimeout")
                && source.watermark()
                        .flatMap(SourceSettings.Watermark::idleTimeout)
                        .isPresent()) {
            wantsAWindow(watermark + "idleTimeout", "no partition waits for another in it");
        }
        if (file.windowTimeZone().isPresent()) {
            wantsAWindow("windowTimeZone", "its times are UTC");
        }
        written.stream().filter(key -> key.startsWith("state.")).forEach(key -> wantsAWindow(key, "it has no state"));
        file.streams().keySet().stream()
                .filter(name -> !AppendSettings.isHeeded(name))
                .sorted()
                .forEach(name -> problems.add(file.settings()
                        .problem(
                                "streams." + name,
                                "must not be set for a query without a window: it runs without Kafka Streams",
                                "leave it out; what counts is " + AppendSettings.HEEDED)));
    }

    private void wantsAWindow(String setting, String because) {
        problems.add(file.settings()
                .problem(
                        setting,
                        "must not be set for a query without a window: " + because,
                        "leave it out, or group by a window"));
    }

    private void checkTable() {
        if (sink.path().isEmpty() || !isGood("sink.delta.path")) {
            return;
        }
        Optional<Path> folder;
        try {
            folder = DeltaTable.at(sink.path(), DeltaOptions.defaults()).localFolder();
        } catch (TablePathException refused) {
            problems.add(file.settings().problem("sink.delta.path", refused.rule(), refused.remedy()));
            return;
        }
        Path checkpoint = file.checkpointLocation().toAbsolutePath().normalize();
        if (isGood("checkpointLocation")
                && folder.filter(checkpoint::startsWith).isPresent()) {
            problems.add(file.settings()
                    .problem(
                            "checkpointLocation",
                            "must not lie in the folder of the table, " + sink.path(),
                            "write a folder beside it, such as checkpoints/" + file.name()));
        }
    }

    private void checkProperties() {
        try {
            var unused = deltaOptions();
        } catch (IllegalArgumentException refused) {
            problems.add(file.settings()
                    .problem("sink.delta.tableProperties", String.valueOf(refused.getMessage()), "leave it out"));
        }
    }

    /** @throws IllegalArgumentException when a table property is one that the writer cannot honour */
    private DeltaOptions deltaOptions() {
        return DeltaOptions.defaults()
                .withTableProperties(sink.tableProperties())
                .withCompression(
                        sink.compression() == DeltaSinkSettings.Compression.ZSTD
                                ? Compression.ZSTD
                                : Compression.SNAPPY);
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
