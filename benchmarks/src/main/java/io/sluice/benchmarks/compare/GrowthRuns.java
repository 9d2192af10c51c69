package io.sluice.benchmarks.compare;

import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/** What a reading, a restart and a commit cost as the open groups, the partitions and the versions of the table become more. */
final class GrowthRuns {
    private static final String AVAILABLE_NOW = "trigger=availableNow";
    /** A heap that a million groups do not fill and ten millions do. */
    private static final String HEAP = "-Xmx512m";

    private static final int[] GROUPS = {1_000, 10_000, 100_000, 1_000_000, 10_000_000};
    private static final int[] PARTITIONS = {1, 4, 16, 64};
    private static final int[] VERSIONS = {10, 100, 1_000, 10_000};
    private static final int NEW_READINGS = 1_000;
    private static final int TIMED_COMMITS = 9;

    private final Site site;
    private final long readings;

    GrowthRuns(Site site, long readings) {
        this.site = site;
        this.readings = readings;
    }

    /** With so many readings at least that each group is changed twice. Steps that need more than {@code readings} are left out. */
    Table groups() throws IOException, InterruptedException, ExecutionException {
        Table table = table("open groups");
        for (int groups : GROUPS) {
            if (2L * groups <= readings) {
                row(table, groups, "groups_" + groups, Workload.PARTITIONS, groups);
            }
        }
        return table;
    }

    Table partitions() throws IOException, InterruptedException, ExecutionException {
        Table table = table("partitions");
        for (int partitions : PARTITIONS) {
            row(table, partitions, "partitions_" + partitions, partitions, Workload.UNITS);
        }
        return table;
    }

    private static Table table(String axis) {
        return new Table(
                axis,
                "wall s",
                "CPU s",
                "CPU-s per million",
                "max RSS MB",
                "restart wall s",
                "restart CPU s",
                "restart max RSS MB");
    }

    private void row(Table table, int step, String name, int partitions, int units)
            throws IOException, InterruptedException, ExecutionException {
        String servers = site.broker().bootstrapServers();
        Workload.createTopic(servers, name, partitions);
        Workload.sendInOneWindow(servers, name, units, 0, readings);
        SluiceQuery query =
                site.sluice("sluice_" + name, new SluiceQuery.Shape(name, true, "'10' MINUTE", "15 minutes"));
        Usage first = site.measure(query, query.run("run", HEAP, AVAILABLE_NOW));
        Workload.sendInOneWindow(servers, name, units, readings, NEW_READINGS);
        Usage restart = site.measure(query, query.run("restart", HEAP, AVAILABLE_NOW));
        Compare.say(
                "%s: %.1f s wall, %.1f s CPU, %d MB",
                name, first.wallSeconds(), first.cpuSeconds(), first.peakMebibytes());
        table.add(
                String.format(Locale.ROOT, "%,d", step),
                Table.number(first.wallSeconds()),
                Table.number(first.cpuSeconds()),
                Table.number(first.cpuSeconds() / readings * 1e6),
                String.format(Locale.ROOT, "%,d", first.peakMebibytes()),
                Table.number(restart.wallSeconds()),
                Table.number(restart.cpuSeconds()),
                String.format(Locale.ROOT, "%,d", restart.peakMebibytes()));
    }

    /** Commits of one row each, in this process: the table's own cost without Kafka's. */
    static Table versions(Path folder) {
        Schema schema = Schema.of(Column.required("Number", Primitive.LONG));
        Table table = new Table("versions", "commit ms (median of 9)", "open ms");
        DeltaTable written = open(folder, schema);
        int version = 0;
        for (int versions : VERSIONS) {
            while (version < versions - TIMED_COMMITS) {
                commit(written, version++);
            }
            double[] times = new double[TIMED_COMMITS];
            for (int i = 0; i < TIMED_COMMITS; i++) {
                long start = System.nanoTime();
                commit(written, version++);
                times[i] = (System.nanoTime() - start) / 1e6;
            }
            Arrays.sort(times);
            long start = System.nanoTime();
            open(folder, schema).position("benchmark");
            double opened = (System.nanoTime() - start) / 1e6;
            Compare.say("%,d versions: commit %.1f ms, open %.1f ms", versions, times[TIMED_COMMITS / 2], opened);
            table.add(
                    String.format(Locale.ROOT, "%,d", versions),
                    Table.number(times[TIMED_COMMITS / 2]),
                    Table.number(opened));
        }
        return table;
    }

    private static DeltaTable open(Path folder, Schema schema) {
        DeltaTable table = DeltaTable.at(folder.toString(), DeltaOptions.defaults());
        table.ensure(schema, List.of());
        return table;
    }

    private static void commit(DeltaTable table, int number) {
        Row row = new Row(1);
        row.setLong(0, number);
        table.commit(List.of(new Span("benchmark", number, number + 1)), List.of(row));
    }
}
