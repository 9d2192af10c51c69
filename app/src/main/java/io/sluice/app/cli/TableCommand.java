package io.sluice.app.cli;

import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.TableVersion;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.Schema;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice table}. */
@Command(
        name = "table",
        description = "Show rows and history of a Delta table, also one that others have written.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice table lakehouse/Tables/freezer_10min",
            "  sluice table lakehouse/Tables/freezer_10min --rows 0 --history 20"
        })
final class TableCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "PATH", description = "folder or URI of the table")
    private String path = "";

    @Option(
            names = "--rows",
            paramLabel = "N",
            converter = Count.class,
            defaultValue = "50",
            description = "rows to show at most (default: ${DEFAULT-VALUE})")
    private int rows;

    @Option(
            names = "--history",
            paramLabel = "N",
            converter = Count.class,
            defaultValue = "10",
            description = "versions to show at most (default: ${DEFAULT-VALUE})")
    private int history;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        DeltaTable table = DeltaTable.at(path, DeltaOptions.defaults());
        if (!table.exists()) {
            spec.commandLine()
                    .getErr()
                    .println("sluice: " + path
                            + ": there is no Delta table; check the path, which is relative to the working directory");
            return ExitCode.TABLE.code();
        }
        print(table, out, rows, history);
        return ExitCode.SUCCESS.code();
    }

    /** Rows sorted by their texts, so that the same table always looks the same. */
    static void print(DeltaTable table, PrintWriter out, int rows, int history) {
        Schema schema = table.schema();
        List<List<String>> found = new ArrayList<>();
        table.read(row -> found.add(Cells.of(row, schema)));
        found.sort(Comparator.comparing(cells -> String.join("\u0000", cells)));
        if (rows > 0) {
            TextTable text =
                    new TextTable(schema.columns().stream().map(Column::name).toList());
            found.stream().limit(rows).forEach(text::add);
            text.print(out);
        }
        out.println(found.size() + (found.size() == 1 ? " row" : " rows")
                + (rows > 0 && found.size() > rows ? ", " + rows + " shown" : "") + ", version "
                + table.version().orElse(-1));
        if (history > 0) {
            out.println();
            printHistory(table, out, history);
        }
    }

    private static void printHistory(DeltaTable table, PrintWriter out, int history) {
        TextTable text = new TextTable(List.of("Version", "Time", "Operation", "Rows", "Files", "Positions"));
        for (TableVersion version : table.history(history)) {
            text.add(List.of(
                    String.valueOf(version.version()),
                    version.timestamp().map(Object::toString).orElse("-"),
                    version.operation(),
                    version.rowsAdded().isPresent()
                            ? String.valueOf(version.rowsAdded().getAsLong())
                            : "-",
                    "+" + version.filesAdded() + " -" + version.filesRemoved(),
                    positions(version)));
        }
        text.print(out);
    }

    private static String positions(TableVersion version) {
        List<String> positions = new ArrayList<>();
        version.positions().forEach((id, position) -> {
            String partition = id.substring(id.lastIndexOf(':') + 1);
            positions.add(partition + "->" + position);
        });
        positions.sort(Comparator.naturalOrder());
        return String.join(" ", positions);
    }
}
