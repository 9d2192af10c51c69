package io.sluice.benchmarks.compare;

import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Every reading into a table as it is, without a window, by one contender after the other. */
final class AppendRuns {
    private static final String SPARK = "Spark append to Delta";
    private static final String LIMIT = "limit: poll and parse";

    private final Site site;
    private final long readings;
    private final Usages usages = new Usages();
    private final Map<String, Contents> contents = new LinkedHashMap<>();

    /** @param sum of a hash of each row, so that their order does not count */
    private record Contents(long rows, long sum) {
        static Contents of(Path table) {
            AtomicLong rows = new AtomicLong();
            AtomicLong sum = new AtomicLong();
            DeltaTable.at(table.toString(), DeltaOptions.defaults()).read(row -> {
                rows.incrementAndGet();
                sum.addAndGet(((row.stringAt(0).hashCode() * 31L) + Double.hashCode(row.doubleAt(1))) * 1_000_003L
                        + row.longAt(2));
            });
            return new Contents(rows.get(), sum.get());
        }
    }

    AppendRuns(Site site, long readings) {
        this.site = site;
        this.readings = readings;
    }

    /** Runs each contender once more. */
    void repeat(int number) throws IOException, InterruptedException {
        sluice("Sluice append to Delta", "sluice_append_" + number, "");
        sluice("Sluice append to Delta, both compilers", "sluice_backfill_" + number, Flags.BOTH_COMPILERS);
        String spark = "spark_append_" + number;
        add(
                SPARK,
                site.measure(site.spark(spark, spark, Workload.KEYED, Flags.SPARK_LONG, "append")),
                site.sparkTable(spark));
        add("limit: poll", site.measure(site.limit("append_poll_" + number, "poll")));
        add(LIMIT, site.measure(site.limit("append_parse_" + number, "parse")));
    }

    private void sluice(String title, String name, String jvmOptions) throws IOException, InterruptedException {
        SluiceQuery query = site.sluiceAppend(name);
        add(title, site.measure(query, query.run("run", jvmOptions, "trigger=availableNow")), query.table());
    }

    private void add(String title, Usage usage, Path table) {
        add(title, usage);
        Contents found = Contents.of(table);
        contents.merge(title, found, (before, now) -> before.equals(now) ? now : new Contents(-1, -1));
    }

    private void add(String title, Usage usage) {
        Compare.say(
                "%-36s %6.1f s wall %6.1f s CPU %6d MB",
                title, usage.wallSeconds(), usage.cpuSeconds(), usage.peakMebibytes());
        usages.add(title, usage);
    }

    /** Whether each has every reading, and the same ones. */
    boolean allWroteTheSame() {
        return contents.values().stream().distinct().count() == 1
                && contents.values().stream().allMatch(found -> found.rows == readings);
    }

    /** The contenders with the median of their CPU seconds. */
    Table table() {
        Table table = new Table(
                "contender",
                "wall s",
                "CPU s",
                "CPU-s per million",
                "readings/s",
                "max RSS MB",
                "Spark's CPU : its",
                "its CPU : poll and parse",
                "rows");
        usages.contenders().forEach(title -> {
            Usage usage = usages.median(title);
            table.add(
                    title,
                    Table.number(usage.wallSeconds()),
                    Table.number(usage.cpuSeconds()),
                    Table.number(usage.cpuSeconds() / readings * 1e6),
                    String.format(Locale.ROOT, "%,.0f", readings / usage.wallSeconds()),
                    String.format(Locale.ROOT, "%,d", usage.peakMebibytes()),
                    Table.number(usages.median(SPARK).cpuSeconds() / usage.cpuSeconds()),
                    Table.number(usage.cpuSeconds() / usages.median(LIMIT).cpuSeconds()),
                    Optional.ofNullable(contents.get(title))
                            .map(found -> String.format(Locale.ROOT, "%,d", found.rows))
                            .orElse(""));
        });
        return table;
    }
}
