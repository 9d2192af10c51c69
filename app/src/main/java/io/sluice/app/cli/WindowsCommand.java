package io.sluice.app.cli;

import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.OpenWindowsQuestion;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.QueryWatermarkQuestion;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.OpenWindow;
import io.sluice.topology.OpenWindows;
import io.sluice.topology.watermark.QueryWatermark;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice windows}. */
@Command(
        name = "windows",
        description = {
            "Show the windows that are still open, their aggregates so far and the watermark.",
            "Reads the committed state from Kafka, whether the query runs or not."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  sluice windows freezer.yaml", "  sluice windows freezer.yaml --limit 10"})
final class WindowsCommand implements Callable<Integer> {
    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Count.class,
            defaultValue = "50",
            description = "windows to show at most (default: ${DEFAULT-VALUE})")
    private int limit;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        QueryDefinition query = QueryCompiler.compile(file.read());
        if (!query.hasWindow()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "query " + query.name()
                            + " has no window, so that none is open; its rows are in the table as soon as they"
                            + " are committed: see 'sluice progress'");
        }
        try (KafkaAccess kafka = KafkaAccess.openAnswering(query)) {
            PrintWriter out = spec.commandLine().getOut();
            print(OpenWindowsQuestion.ask(query, kafka), out, limit);
            QueryWatermarkQuestion.ask(query, kafka).ifPresent(seen -> printQueryWatermark(seen, out));
        }
        return ExitCode.SUCCESS.code();
    }

    static void print(SortedMap<Integer, OpenWindows> ledgers, PrintWriter out, int limit) {
        if (ledgers.isEmpty()) {
            out.println("no state: the query has not committed anything yet");
            return;
        }
        List<String> headings = new ArrayList<>();
        ledgers.values().iterator().next().schema().columns().stream()
                .map(Column::name)
                .forEach(headings::add);
        headings.add("partition");
        TextTable text = new TextTable(headings);
        List<String> problems = new ArrayList<>();
        long total = 0;
        for (var ledger : ledgers.entrySet()) {
            for (OpenWindow window : ledger.getValue().windows()) {
                total++;
                if (text.size() < limit) {
                    List<String> cells = new ArrayList<>(
                            Cells.of(window.row(), ledger.getValue().schema()));
                    cells.add(String.valueOf(ledger.getKey()));
                    text.add(cells);
                    window.problem().ifPresent(problem -> problems.add("row " + text.size() + ": " + problem));
                }
            }
        }
        text.print(out);
        out.println(total
                + (total == 1 ? " open window" : " open windows")
                + (total > text.size() ? ", " + text.size() + " shown" : "")
                + "; each closes when the watermark of its partition reaches window_end");
        problems.forEach(out::println);
        printWatermarks(ledgers, out);
    }

    /** Which partitions of the source are waited for. */
    static void printQueryWatermark(QueryWatermark seen, PrintWriter out) {
        StringBuilder line = new StringBuilder("query-wide watermark ").append(text(seen.watermark()));
        if (seen.heldBackBy().isEmpty()) {
            line.append(": every partition of the source is idle");
        } else {
            line.append(", held back by partition ")
                    .append(Ranges.of(seen.heldBackBy()))
                    .append(" of the source");
        }
        List<Integer> idle = seen.idlePartitions();
        if (!idle.isEmpty() && !seen.heldBackBy().isEmpty()) {
            line.append("; idle: ").append(Ranges.of(idle));
        }
        out.println(line);
    }

    private static String text(long watermark) {
        return watermark == Long.MIN_VALUE ? "none yet" : Timestamps.format(watermark);
    }

    private static void printWatermarks(SortedMap<Integer, OpenWindows> ledgers, PrintWriter out) {
        SortedMap<Long, List<Integer>> partitions = new TreeMap<>();
        ledgers.forEach((partition, ledger) -> partitions
                .computeIfAbsent(ledger.watermark(), watermark -> new ArrayList<>())
                .add(partition));
        partitions.forEach((watermark, having) ->
                out.println("watermark " + text(watermark) + " of partition " + Ranges.of(having)));
    }
}
