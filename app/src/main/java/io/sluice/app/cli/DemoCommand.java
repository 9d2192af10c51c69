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
import java.util.LinkedHashMap;
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
            printIntroduction(kept, query);
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
