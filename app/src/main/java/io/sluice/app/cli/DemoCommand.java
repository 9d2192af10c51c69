package io.sluice.app.cli;

import io.sluice.app.file.HttpSettings;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.http.QueryServer;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.serdes.time.DurationText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code sluice demo}. */
@Command(
        name = "demo",
        description = {
            "Show the main job on this machine alone: freezer readings, two outages, a Delta table.",
            "Starts a Kafka broker in this process, plays half an hour of readings into a topic and runs",
            "the query of examples/freezer-10min.yaml on it. Everything is kept in one folder, which the",
            "next demo makes anew."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice demo",
            "  sluice demo --watermark 2m",
            "  sluice demo --page --units 8",
            "  sluice demo --units 12 --watermark 10m --folder /tmp/freezers"
        })
final class DemoCommand implements Callable<Integer> {
    private static final String DEFAULT_FOLDER = "sluice-demo";
    private static final int MOST_UNITS = 1_000;
    private static final int ROWS_SHOWN = 30;

    @Option(
            names = "--watermark",
            paramLabel = "DURATION",
            defaultValue = "15m",
            converter = Delay.class,
            description = "how late a reading may be: 2m, 10m, 15m or any other (default: ${DEFAULT-VALUE})")
    private Duration delay = Duration.ZERO;

    @Option(
            names = "--units",
            paramLabel = "N",
            defaultValue = "1",
            description = "freezer units, 1 to " + MOST_UNITS + " (default: ${DEFAULT-VALUE})")
    private int units;

    @Option(
            names = "--page",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "8080",
            description =
                    "serve a page at this port (default: ${FALLBACK-VALUE}) and play slowly, on and on until Ctrl-C")
    private @Nullable Integer page;

    @Option(
            names = "--speed",
            paramLabel = "N",
            defaultValue = "20",
            description = "with --page: seconds of the model in one of ours (default: ${DEFAULT-VALUE})")
    private int speed;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            defaultValue = DEFAULT_FOLDER,
            description = "where everything is kept (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Reads a delay as query files do. */
    static final class Delay implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            Duration read;
            try {
                read = DurationText.parse(text);
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException(String.valueOf(refused.getMessage()));
            }
            if (read.isNegative()) {
                throw new TypeConversionException("'" + text + "' is negative: write 0s to wait for nothing");
            }
            return read;
        }
    }

    @Override
    public Integer call() throws Exception {
        if (units < 1 || units > MOST_UNITS) {
            throw new ParameterException(spec.commandLine(), "--units " + units + ": must be from 1 to " + MOST_UNITS);
        }
        if (speed < 1 || speed > 10_000) {
            throw new ParameterException(spec.commandLine(), "--speed " + speed + ": must be from 1 to 10000");
        }
        DemoFolder kept = DemoFolder.fresh(folder);
        QueryDefinition query = QueryCompiler.compile(QueryFileReader.read(kept.writeQueryFile(delay), Map.of()));
        PrintWriter err = spec.commandLine().getErr();
        err.println("starting a Kafka broker in this process and the query on it ...");
        err.flush();
        if (page != null) {
            return show(kept, query, page).code();
        }
        printTable(kept, playAtOnce(kept, query));
        printNext(kept);
        return ExitCode.SUCCESS.code();
    }

    private DemoCounts playAtOnce(DemoFolder kept, QueryDefinition query) {
        try (KafkaAccess kafka = KafkaAccess.open(query);
                DemoRun run = DemoRun.start(query, kafka, DemoPace.atOnce())) {
            return play(kept, query, run);
        }
    }

    /** The same, slowly and with a page; when the half-hour is over the freezers go on. */
    private ExitCode show(DemoFolder kept, QueryDefinition query, int port) {
        PrintWriter out = spec.commandLine().getOut();
        HttpSettings settings =
                new HttpSettings("127.0.0.1", port, Optional.empty(), Optional.empty(), Optional.empty());
        EndOnSignal signal = EndOnSignal.install();
        try (QueryServer server = QueryServer.start(settings, query.name());
                KafkaAccess kafka = KafkaAccess.open(query);
                DemoRun run = DemoRun.start(
                        query.withStreams(StreamsConfig.APPLICATION_SERVER_CONFIG, server.advertised()),
                        kafka,
                        DemoPace.times(speed))) {
            server.show(run.query());
            signal.started(run.query());
            out.println("PAGE  " + server.url());
            out.println();
            DemoCounts outcome = play(kept, query, run);
            printTable(kept, outcome);
            out.println();
            out.println("The freezers go on, and the page stays at " + server.url() + " until you press Ctrl-C.");
            out.flush();
            run.play(DemoScene.afterwards(units));
        } catch (RuntimeException ended) {
            if (!signal.isAsked()) {
                throw ended;
            }
        } finally {
            signal.ended(ExitCode.SUCCESS);
        }
        return ExitCode.SUCCESS;
    }

    private DemoCounts play(DemoFolder kept, QueryDefinition query, DemoRun run) {
        printIntroduction(kept, query);
        DemoTimeline timeline = new DemoTimeline(spec.commandLine().getOut(), units);
        DemoCounts counts = new DemoCounts("", 0, new TreeMap<>(), new TreeMap<>());
        for (DemoScene scene : DemoScene.of(units)) {
            run.play(scene.readings());
            DemoCounts now = run.settled();
            timeline.add(scene, run.sent(), now, now.closedSince(counts));
            counts = now;
        }
        return counts;
    }

    private void printIntroduction(DemoFolder kept, QueryDefinition query) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Half an hour of readings of " + (units == 1 ? "1 freezer unit" : units + " freezer units")
                + ", played into topic " + query.source().topic() + " of the broker.");
        out.println("The query, " + kept.queryFile() + ", counts them in windows of 10 minutes.");
        out.println("Watermark = newest reading - " + DurationText.format(delay)
                + ". When it reaches the end of a window, the window is");
        out.println("closed and written to the table; a reading that comes after that is late, and dropped.");
        out.println();
    }

    private void printTable(DemoFolder kept, DemoCounts outcome) {
        PrintWriter out = spec.commandLine().getOut();
        out.println();
        out.println("Delta table " + kept.table());
        out.println();
        TableCommand.print(
                DeltaTable.at(kept.table().toString(), DeltaOptions.defaults()), out, ROWS_SHOWN, Integer.MAX_VALUE);
        out.println();
        if (!outcome.open().isEmpty()) {
            out.println("Still open: " + DemoCounts.text(outcome.open(), ", "));
            out.println("A window closes once newer readings move the watermark to its end; silence closes nothing.");
            out.println();
        }
        out.println(outcome.outcome(delay));
    }

    /** Those of this demo that are not the defaults: the next one shall find what this one has left. */
    private String options(DemoFolder kept) {
        return (units == 1 ? "" : " --units " + units)
                + (folder.equals(Path.of(DEFAULT_FOLDER)) ? "" : " --folder " + Terminal.quoted(kept.toString()));
    }

    private void printNext(DemoFolder kept) {
        String file = Terminal.quoted(kept.queryFile().toString());
        Map<String, String> next = new LinkedHashMap<>();
        next.put("demo --watermark " + (delay.toMinutes() == 2 ? "10m" : "2m") + options(kept), "another outcome");
        next.put("demo --page" + options(kept), "the same in a browser, slowly");
        next.put("windows " + file, "the open windows, from Kafka");
        next.put("progress " + file, "what the query reported last");
        next.put("check " + file, "settings, plan and topology");
        next.put("table " + Terminal.quoted(kept.table().toString()), "the table once more");
        int width = next.keySet().stream().mapToInt(String::length).max().orElse(0);
        PrintWriter out = spec.commandLine().getOut();
        out.println();
        out.println("Next:");
        next.forEach((command, meaning) -> out.println(
                "  " + Terminal.command() + " " + command + " ".repeat(width - command.length()) + "  " + meaning));
    }
}
