package io.sluice.app.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.sluice.app.checkpoint.CheckpointLayout;
import io.sluice.app.file.QueryFile;
import io.sluice.app.progress.ProgressReporter;
import io.sluice.app.progress.QueryProgress;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice progress}. */
@Command(
        name = "progress",
        description = {
            "Show a query's last progress report, as JSON in the shape of Spark's lastProgress.",
            "Reads the checkpoint folder of one instance, whether it runs or not. A report is made at",
            "each commit."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  sluice progress freezer.yaml", "  sluice progress freezer.yaml --recent 5"})
final class ProgressCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(
            names = "--recent",
            paramLabel = "N",
            converter = Count.class,
            defaultValue = "1",
            description = "reports to show at most (default: ${DEFAULT-VALUE})")
    private int recent;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        QueryFile query = file.read();
        List<QueryProgress> reports =
                ProgressReporter.read(new CheckpointLayout(query.checkpointLocation()).progress());
        PrintWriter out = spec.commandLine().getOut();
        if (reports.isEmpty()) {
            out.println("no reports: the query has not committed anything from " + query.checkpointLocation() + " yet");
        }
        for (QueryProgress report : reports.subList(Math.max(0, reports.size() - recent), reports.size())) {
            out.println(JSON.writeValueAsString(report));
        }
        return ExitCode.SUCCESS.code();
    }
}
