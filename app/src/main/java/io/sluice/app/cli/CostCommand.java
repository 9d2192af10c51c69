package io.sluice.app.cli;

import io.sluice.app.checkpoint.CheckpointLayout;
import io.sluice.app.cost.CostComparison;
import io.sluice.app.cost.RunJournal;
import io.sluice.app.file.QueryFile;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice cost}. */
@Command(
        name = "cost",
        description = {
            "Compare what a query takes in a day when it is always on and when it runs on a schedule.",
            "Every run records its time, processor time and memory in the checkpoint folder, a continuous",
            "one hour by hour; this command reckons with these records and says what none of them tells.",
            "Each instance has a folder of its own: --set checkpointLocation=... asks another's."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice cost freezer.yaml",
            "  sluice cost freezer.yaml --every 15m --always-on-cores 2 --scheduled-cores 4",
            "  sluice cost freezer.yaml --every 15m --last 96 --price 0.05",
            "  sluice cost freezer.yaml --json"
        })
final class CostCommand implements Callable<Integer> {
    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            converter = DemoCommand.Delay.class,
            description =
                    "how often the schedule starts a run: 15m, 1h (default: the usual distance of the recorded ones)")
    private @Nullable Duration every;

    @Option(
            names = "--always-on-cores",
            paramLabel = "N",
            description = "cores that are kept, and paid, for an always-on query")
    private @Nullable Double alwaysOnCores;

    @Option(
            names = "--scheduled-cores",
            paramLabel = "N",
            description = "cores that are kept while a scheduled run lasts")
    private @Nullable Double scheduledCores;

    @Option(names = "--price", paramLabel = "PRICE", description = "of one core for one hour, in any currency")
    private @Nullable Double price;

    @Option(
            names = "--last",
            paramLabel = "N",
            description =
                    "count the newest N runs only, as without a first one that read a backlog (default: all recorded)")
    private int last = Integer.MAX_VALUE;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        refuseWhatCannotBe();
        QueryFile query = file.read();
        RunJournal.Content recorded = new RunJournal(new CheckpointLayout(query.checkpointLocation()).runs()).read();
        CostReport report = new CostReport(
                query.name(),
                query.checkpointLocation(),
                CostComparison.of(recorded.runs(), last, Optional.ofNullable(every)),
                new CostReport.Given(
                        Optional.ofNullable(alwaysOnCores),
                        Optional.ofNullable(scheduledCores),
                        Optional.ofNullable(price)),
                recorded.damaged());
        PrintWriter err = spec.commandLine().getErr();
        recorded.damaged().forEach(line -> err.println("note: " + line));
        if (json) {
            report.printJson(spec.commandLine().getOut());
        } else {
            report.print(spec.commandLine().getOut());
        }
        return ExitCode.SUCCESS.code();
    }

    private void refuseWhatCannotBe() {
        List<String> problems = new ArrayList<>();
        if (every != null && every.compareTo(Duration.ofSeconds(1)) < 0) {
            problems.add("--every: must be 1s or more");
        }
        refuse("--always-on-cores", alwaysOnCores, false, problems);
        refuse("--scheduled-cores", scheduledCores, false, problems);
        refuse("--price", price, true, problems);
        if (last < 1) {
            problems.add("--last " + last + ": must be 1 or more");
        }
        if (!problems.isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join(System.lineSeparator(), problems));
        }
    }

    private static void refuse(String option, @Nullable Double value, boolean orZero, List<String> problems) {
        boolean can = value == null || ((value > 0 || (orZero && value == 0)) && !value.isInfinite());
        if (!can) {
            problems.add(option + " " + value + ": must be " + (orZero ? "0 or more" : "more than 0"));
        }
    }
}
