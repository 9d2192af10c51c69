package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A quarter of an hour of new readings on an existing checkpoint, as a scheduler would start it, again and again. */
final class ScheduledRuns {
    private static final String SPARK = "Spark";
    /** The same runs as the others, in the minutes of {@link #QUICK_SPARK}. */
    private static final String BESIDE_QUICK_SPARK = "Sluice, beside that Spark";

    private static final String QUICK_SPARK = "Spark, C1, serial GC and class archive";
    private static final String TABLE = "spark_scheduled";

    private final Site site;
    private final Workload workload;
    private final SluiceQuery sluice;
    private final Usages usages = new Usages();

    ScheduledRuns(Site site, Workload workload) throws IOException {
        this.site = site;
        this.workload = workload;
        this.sluice = site.sluice("sluice_scheduled", SluiceQuery.Shape.KEYED);
    }

    /** @return whether the tables are the same at the end */
    boolean run(int times) throws IOException, InterruptedException {
        Path archive = site.folder().resolve("spark.jsa");
        sluiceRun("first");
        sparkRun("spark_first", Flags.SPARK_LONG);
        workload.sendBatch(1);
        sluiceRun("second");
        sparkRun("spark_archiving", Flags.writing(archive));
        for (int batch = 2; batch < times + 2; batch++) {
            workload.sendBatch(batch);
            add("Sluice", sluiceRun("usual_" + batch));
            add(SPARK, sparkRun("spark_usual_" + batch, Flags.SPARK_LONG));
        }
        for (int batch = times + 2; batch < 2 * times + 2; batch++) {
            workload.sendBatch(batch);
            add(QUICK_SPARK, sparkRun("spark_quick_" + batch, Flags.reading(archive)));
            add(BESIDE_QUICK_SPARK, sluiceRun("beside_" + batch));
        }
        return WindowRow.same(WrittenRows.ofTable(sluice.table()), WrittenRows.ofTable(site.sparkTable(TABLE)));
    }

    private Usage sluiceRun(String run) throws InterruptedException {
        return site.measure(sluice, sluice.run(run, "", "trigger=availableNow"));
    }

    private Usage sparkRun(String run, List<String> jvmOptions) throws IOException, InterruptedException {
        return site.measure(site.spark(run, TABLE, Workload.KEYED, jvmOptions));
    }

    private void add(String title, Usage usage) {
        Compare.say("scheduled: %-36s %6.1f s wall %6.1f s CPU", title, usage.wallSeconds(), usage.cpuSeconds());
        usages.add(title, usage);
    }

    Table table() {
        Table table = new Table(
                "contender",
                "wall s",
                "CPU s",
                "max RSS MB",
                "broker CPU s",
                "Spark's wall : its",
                "Spark's CPU : its");
        Usage spark = usages.median(SPARK);
        Usage quickSpark = usages.median(QUICK_SPARK);
        usages.contenders().forEach(title -> {
            Usage usage = usages.median(title);
            Usage peer = title.equals(BESIDE_QUICK_SPARK) ? quickSpark : spark;
            table.add(
                    title,
                    Table.number(usage.wallSeconds()),
                    Table.number(usage.cpuSeconds()),
                    String.format(Locale.ROOT, "%,d", usage.peakMebibytes()),
                    Table.number(usage.brokerCpuSeconds()),
                    Table.number(peer.wallSeconds() / usage.wallSeconds()),
                    Table.number(peer.cpuSeconds() / usage.cpuSeconds()));
        });
        return table;
    }
}
