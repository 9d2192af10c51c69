package io.sluice.app.cli;

import io.sluice.app.cost.RunMeter;
import io.sluice.app.file.QueryFile;
import io.sluice.app.http.QueryServer;
import io.sluice.app.progress.QueryHealth;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.RestartPolicy;
import io.sluice.app.run.RunTotals;
import io.sluice.app.run.StreamingQuery;
import io.sluice.serdes.time.DurationText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice run}. */
@Command(
        name = "run",
        description = {
            "Run a query until it is stopped, or, with availableNow, until what was there is done.",
            "SIGTERM and Ctrl-C end it in order, with exit code 0; what is not committed then is read",
            "again by the next run. What takes longer than shutdownTimeout is given up, with exit code 8."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice run freezer.yaml",
            "  sluice run freezer.yaml --set trigger=availableNow",
            "  sluice run freezer.yaml --http 8080",
            "  sluice run freezer.yaml --set kafka.bootstrap.servers=broker:9092",
            "  sluice run freezer.yaml --set checkpointLocation=/data/second-instance"
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(names = "--quiet", description = "no progress line, also on a terminal; and no line of the end")
    private boolean quiet;

    @Option(
            names = "--http",
            paramLabel = "PORT",
            description =
                    "serve page, API, health and metrics at this port of this machine; short for --set http.port=PORT")
    private @Nullable String port;

    @Option(
            names = "--insecure",
            description = "allow http.host to be an address that others reach, without token or password")
    private boolean insecure;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        QueryFile read = file.read(options());
        PrintWriter err = spec.commandLine().getErr();
        read.notices().forEach(notice -> err.println("note: " + notice));
        QueryCompiler.Compiled compiled = QueryCompiler.compileWithWarnings(read);
        compiled.warnings().forEach(warning -> err.println("note: " + warning));
        EndOnSignal signal = EndOnSignal.install();
        ExitCode code = ExitCode.FAILED;
        try {
            code = serve(read, compiled.definition(), err, signal);
        } catch (RuntimeException refused) {
            // said before the process ends, also when that is by a signal
            code = SluiceCommand.explain(refused, spec.commandLine());
        } finally {
            signal.ended(code);
        }
        return code.code();
    }

    private Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        if (port != null) {
            options.put("http.port", port);
        }
        if (insecure) {
            options.put("http.insecure", "true");
        }
        return options;
    }

    /** Where the query is to be seen, its server is up before it and after it. */
    private ExitCode serve(QueryFile read, QueryDefinition definition, PrintWriter err, EndOnSignal signal)
            throws InterruptedException {
        if (read.http().isEmpty()) {
            return attempts(read, definition, Optional.empty(), err, signal);
        }
        try (QueryServer server = QueryServer.start(read.http().get(), definition.name())) {
            err.println("page at " + server.url());
            err.flush();
            String property = StreamsConfig.APPLICATION_SERVER_CONFIG;
            QueryDefinition reachable = definition.streams().containsKey(property)
                    ? definition
                    : definition.withStreams(property, server.advertised());
            return attempts(read, reachable, Optional.of(server), err, signal);
        }
    }

    /** Runs the query, and again when it fails and {@code restart} has it so. */
    private ExitCode attempts(
            QueryFile read,
            QueryDefinition definition,
            Optional<QueryServer> server,
            PrintWriter err,
            EndOnSignal signal)
            throws InterruptedException {
        RestartPolicy policy =
                new RestartPolicy(read.restart().maxRetries(), read.restart().backoff());
        RunMeter meter = RunMeter.sinceProcessStart();
        while (true) {
            long startNanos = System.nanoTime();
            try {
                return run(definition, meter, server, err, signal);
            } catch (RuntimeException failure) {
                Optional<Duration> pause = policy.pauseAfter(failure, Duration.ofNanos(System.nanoTime() - startNanos));
                if (pause.isEmpty() || signal.isAsked()) {
                    throw failure;
                }
                err.println("sluice: " + failure.getMessage());
                err.println("retry " + policy.retries() + " of "
                        + read.restart().maxRetries() + " in " + DurationText.format(pause.get()));
                err.flush();
                server.ifPresent(shown -> shown.showNone(QueryHealth.restarting(failure, pause.get())));
                meter = RunMeter.fromNow();
                if (signal.awaitAsk(pause.get())) {
                    throw failure;
                }
            }
        }
    }

    private ExitCode run(
            QueryDefinition definition,
            RunMeter meter,
            Optional<QueryServer> server,
            PrintWriter err,
            EndOnSignal signal)
            throws InterruptedException {
        StreamingQuery query = StreamingQuery.start(definition, meter);
        server.ifPresent(shown -> shown.show(query));
        signal.started(query);
        if (definition.kafka() instanceof QueryDefinition.Kafka.Embedded) {
            err.println("embedded broker at " + query.bootstrapServers() + ", topic "
                    + definition.source().topic());
        }
        ProgressLine line = ProgressLine.start(query, err, !quiet && Terminal.isWatched());
        try {
            query.awaitTermination();
            return ExitCode.SUCCESS;
        } finally {
            line.close();
            tellWhatWasLeftOut(query.leftOut(), err);
            if (!quiet && definition.trigger() instanceof QueryDefinition.Trigger.AvailableNow) {
                err.println(end(query.totals(), meter.wall(), meter.cpu()));
            }
        }
    }

    /** Of a run that ends by itself, and on a schedule has no terminal. */
    static String end(RunTotals totals, Duration wall, Duration cpu) {
        return String.format(
                Locale.ROOT,
                "%,d read, %,d %s written, table at version %s; %.1f s, %.1f s of CPU",
                totals.records(),
                totals.committedRows(),
                totals.committedRows() == 1 ? "row" : "rows",
                totals.version() < 0 ? "-" : String.valueOf(totals.version()),
                wall.toMillis() / 1e3,
                cpu.toMillis() / 1e3);
    }

    /** Said without a terminal too: whoever schedules a run would not see it otherwise. */
    private static void tellWhatWasLeftOut(StreamingQuery.LeftOut leftOut, PrintWriter err) {
        boolean oneRow = leftOut.lateRows() == 1;
        if (leftOut.lateRows() > 0) {
            err.println(String.format(
                    Locale.ROOT,
                    oneRow
                            ? "note: %,d row was late: its window was closed, so that it is in none%s"
                            : "note: %,d rows were late: their windows were closed, so that they are in none%s",
                    leftOut.lateRows(),
                    leftOut.lateTopic()
                            .map(topic ->
                                    (oneRow ? "; its record is in topic " : "; their records are in topic ") + topic)
                            .orElse("")));
        }
        if (leftOut.deadLetters() > 0) {
            err.println(String.format(
                    Locale.ROOT,
                    leftOut.deadLetters() == 1
                            ? "note: %,d record could not be used; it is in topic %s; 'sluice dead-letters' says why"
                            : "note: %,d records could not be used; they are in topic %s; 'sluice dead-letters' says why",
                    leftOut.deadLetters(),
                    leftOut.deadLetterTopic()));
        }
    }
}
