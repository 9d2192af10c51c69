package io.sluice.app.cli;

import io.sluice.app.file.QueryFileReader;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.serdes.time.DurationText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
            "Show the main job on this machine alone: freezer readings, two wireless outages, windows, a Delta table.",
            "Starts a Kafka broker in this process, plays half an hour of readings into a topic and runs the query of",
            "examples/freezer-10min.yaml on it. Everything is kept in one folder, which the next demo makes anew."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice demo",
            "  sluice demo --watermark 2m",
            "  sluice demo --units 12 --watermark 10m --folder /tmp/freezers"
        })
final class DemoCommand implements Callable<Integer> {
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
            names = "--folder",
            paramLabel = "FOLDER",
            defaultValue = "sluice-demo",
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
        DemoFolder kept = DemoFolder.fresh(folder);
        QueryDefinition query = QueryCompiler.compile(QueryFileReader.read(kept.writeQueryFile(delay), Map.of()));
        PrintWriter err = spec.commandLine().getErr();
        err.println("starting a Kafka broker in this process and the query on it ...");
        err.flush();
        DemoCounts outcome = play(kept, query);
        printTable(kept, outcome);
        printNext(kept);
        return ExitCode.SUCCESS.code();
    }

    private DemoCounts play(DemoFolder kept, QueryDefinition query) {
        PrintWriter out = spec.commandLine().getOut();
        try (KafkaAccess kafka = KafkaAccess.open(query);
                DemoRun run = DemoRun.start(query, kafka)) {
            out.println("query   " + kept.queryFile());
            out.println("topic   " + query.source().topic() + ", half an hour of readings of "
                    + (units == 1 ? "1 freezer unit" : units + " freezer units"));
            out.println("window  10 minutes, closed when the watermark passes its end");
            out.println("mark    newest reading - " + DurationText.format(delay));
            out.println();
            DemoTimeline timeline = new DemoTimeline(out, units);
            DemoCounts counts = new DemoCounts("", 0, new TreeMap<>(), new TreeMap<>());
            for (DemoScene scene : DemoScene.of(units)) {
                run.play(scene.readings());
                DemoCounts now = run.settled();
                timeline.add(scene, run.sent(), now, now.closedSince(counts));
                counts = now;
            }
            return counts;
        }
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
            out.println("Still open: " + DemoCounts.text(outcome.open(), ", ")
                    + ". They close when the watermark passes their end; only newer readings");
            out.println("move it, silence does not.");
            out.println();
        }
        out.println(outcome.outcome(delay));
    }

    private void printNext(DemoFolder kept) {
        PrintWriter out = spec.commandLine().getOut();
        String file = Terminal.quoted(kept.queryFile().toString());
        String sluice = Terminal.command();
        out.println();
        out.println("Next:");
        out.println("  " + sluice + " demo --watermark " + (delay.toMinutes() == 2 ? "10m" : "2m"));
        out.println("  " + sluice + " windows " + file);
        out.println("  " + sluice + " progress " + file);
        out.println("  " + sluice + " check " + file);
        out.println("  " + sluice + " table " + Terminal.quoted(kept.table().toString()));
    }
}
