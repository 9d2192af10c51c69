package io.sluice.app.cli;

import io.sluice.app.file.QueryFile;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.QueryDescription;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sluice check}. */
@Command(
        name = "check",
        description = {
            "Check a query file and show what it comes to: settings, plan, table and topology.",
            "All problems are reported at once, each with line and column. Kafka and the table are not asked."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice check freezer.yaml",
            "  sluice check freezer.yaml --set sink.delta.path=/tmp/table"
        })
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        QueryFile read = file.read();
        QueryCompiler.Compiled compiled = QueryCompiler.compileWithWarnings(read);
        QueryDefinition definition = compiled.definition();
        PrintWriter out = spec.commandLine().getOut();
        out.println("SETTINGS");
        out.println(read.settings().render().stripTrailing());
        out.println();
        out.println("PLAN");
        out.println(definition.plan().describe());
        definition.source().eventTime().ifPresent(expression -> {
            out.println("EVENT TIME");
            out.println("  " + definition.source().watermarkColumn() + " = " + expression.text());
            out.println();
        });
        out.println("TABLE " + definition.sink().path());
        QueryDescription description = QueryDescription.of(definition);
        description.output().columns().forEach(column -> out.println("  " + column));
        out.println();
        out.println("SHUFFLE");
        out.println(
                !definition.hasWindow()
                        ? "  no: there is no window to gather rows in"
                        : description.needsShuffle()
                                ? "  yes: the record key is not declared to be among the group keys (sources.<name>.key)"
                                : "  no: the record key is among the group keys");
        out.println();
        out.println("TOPOLOGY");
        out.println(description.topology().stripTrailing());
        compiled.warnings().forEach(warning -> out.println("note: " + warning));
        read.notices().forEach(notice -> out.println("note: " + notice));
        out.println();
        out.println("OK, no problems");
        return ExitCode.SUCCESS.code();
    }
}
