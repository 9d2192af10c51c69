package io.sluice.app.cli;

import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryReset;
import io.sluice.app.run.TableAcceptance;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice reset}. */
@Command(
        name = "reset",
        description = {
            "Forget what a query has computed; its next run starts from its startingOffsets.",
            "Shows what it would delete; deletes it with --yes. No instance may run. The next run writes",
            "the rows of the table again, so say what is to become of it: --delete-table or --keep-table."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice reset freezer.yaml",
            "  sluice reset freezer.yaml --delete-table --yes",
            "  sluice reset freezer.yaml --accept-table --yes"
        })
final class ResetCommand implements Callable<Integer> {
    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(names = "--yes", description = "delete, instead of only showing what would be deleted")
    private boolean confirmed;

    @Option(names = "--delete-table", description = "delete the table too; local paths only")
    private boolean deleteTable;

    @Option(names = "--keep-table", description = "keep the table and its rows; the next run appends to them")
    private boolean keepTable;

    @Option(
            names = "--accept-table",
            description = "keep all, and take the table as it is although rows that were committed to it are gone")
    private boolean acceptTable;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (acceptTable) {
            return accept(out);
        }
        if (deleteTable && keepTable) {
            throw new ParameterException(spec.commandLine(), "--delete-table and --keep-table: only one of them");
        }
        QueryReset.Table table =
                deleteTable ? QueryReset.Table.DELETE : keepTable ? QueryReset.Table.KEEP : QueryReset.Table.UNDECIDED;
        try (QueryReset reset = QueryReset.open(QueryCompiler.compile(file.read()), table)) {
            reset.findings().forEach(finding -> out.println((confirmed ? "deleting " : "would delete ") + finding));
            reset.kept().forEach(kept -> out.println((confirmed ? "keeping " : "would keep ") + kept));
            reset.refusal().ifPresent(refusal -> spec.commandLine().getErr().println("sluice: " + refusal));
            if (reset.refusal().isPresent()) {
                return ExitCode.USAGE.code();
            }
            if (reset.findings().isEmpty()) {
                out.println("there is nothing of this query to delete");
            } else if (confirmed) {
                reset.run();
                out.println("done; the next run starts from startingOffsets");
            } else {
                out.println("nothing was deleted; add --yes to do it");
            }
        }
        return ExitCode.SUCCESS.code();
    }

    private Integer accept(PrintWriter out) throws Exception {
        if (deleteTable || keepTable) {
            throw new ParameterException(
                    spec.commandLine(), "--accept-table: cannot be combined with --delete-table or --keep-table");
        }
        try (TableAcceptance acceptance = TableAcceptance.open(QueryCompiler.compile(file.read()))) {
            acceptance.findings().forEach(finding -> out.println((confirmed ? "" : "would ") + finding));
            if (confirmed) {
                acceptance.run();
                out.println("done; the next run goes on with the table as it is");
            } else {
                out.println("nothing was changed; add --yes to do it");
            }
        }
        return ExitCode.SUCCESS.code();
    }
}
