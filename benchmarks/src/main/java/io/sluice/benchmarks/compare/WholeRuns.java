package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** Every contender from nothing to all its rows, one after the other. */
final class WholeRuns {
    private static final String AVAILABLE_NOW = "trigger=availableNow";
    private static final String SPARK = "Spark to Delta";
    private static final String LIMIT = "limit: poll and parse";

    private final Site site;
    private final long readings;
    private final Usages usages = new Usages();
    private final Map<String, String> rows = new LinkedHashMap<>();
    private Optional<List<WindowRow>> expected = Optional.empty();

    WholeRuns(Site site, long readings) {
        this.site = site;
        this.readings = readings;
    }

    /** Runs each contender once more. */
    void repeat(int number) throws IOException, InterruptedException, ExecutionException {
        sluice("Sluice to Delta", "sluice_keyed_" + number, SluiceQuery.Shape.KEYED);
        spark(SPARK, "spark_keyed_" + number, Workload.KEYED);
        spark("Spark to Delta, nulls filtered", "spark_filtered_" + number, Workload.KEYED, "filtered");
        String dsl = "dsl_" + number;
        Workload.createTopic(site.broker().bootstrapServers(), dsl);
        add("Kafka Streams DSL to Kafka", site.measure(site.dsl(dsl, readings)));
        check("Kafka Streams DSL to Kafka", WrittenRows.ofTopic(site.broker().bootstrapServers(), dsl));
        add("limit: poll", site.measure(site.limit("poll_" + number, "poll")));
        add(LIMIT, site.measure(site.limit("parse_" + number, "parse")));
        add("limit: poll and Sluice's decoder", site.measure(site.limit("decode_" + number, "decode")));
        sluice("Sluice to Delta, null keys", "sluice_shuffled_" + number, SluiceQuery.Shape.SHUFFLED);
        spark("Spark to Delta, null keys", "spark_shuffled_" + number, Workload.SHUFFLED);
    }

    private void sluice(String title, String name, SluiceQuery.Shape shape) throws IOException, InterruptedException {
        SluiceQuery query = site.sluice(name, shape);
        add(title, site.measure(query, query.run("run", "", AVAILABLE_NOW)));
        check(title, WrittenRows.ofTable(query.table()));
    }

    private void spark(String title, String name, String topic, String... shape)
            throws IOException, InterruptedException {
        add(title, site.measure(site.spark(name, name, topic, Flags.SPARK_LONG, shape)));
        check(title, WrittenRows.ofTable(site.sparkTable(name)));
    }

    private void add(String title, Usage usage) {
        Compare.say(
                "%-36s %6.1f s wall %6.1f s CPU %6d MB",
                title, usage.wallSeconds(), usage.cpuSeconds(), usage.peakMebibytes());
        usages.add(title, usage);
    }

    private void check(String title, List<WindowRow> written) {
        if (written.isEmpty()) {
            throw new IllegalStateException(title + " wrote no rows");
        }
        if (expected.isEmpty()) {
            expected = Optional.of(written);
        }
        boolean same = WindowRow.same(expected.get(), written);
        String found = String.format(Locale.ROOT, "%,d%s", written.size(), same ? "" : " DIFFERENT");
        rows.merge(title, found, (before, now) -> before.contains("DIFFERENT") ? before : now);
        if (!same) {
            Compare.say("%s wrote other rows than the first contender", title);
        }
    }

    boolean allWroteTheSame() {
        return rows.values().stream().noneMatch(found -> found.contains("DIFFERENT"));
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
                "broker CPU s",
                "Spark's CPU : its",
                "its CPU : poll and parse",
                "rows");
        double spark = usages.median(SPARK).cpuSeconds();
        double sparkShuffled = usages.median(SPARK + ", null keys").cpuSeconds();
        double limit = usages.median(LIMIT).cpuSeconds();
        usages.contenders().forEach(title -> {
            Usage usage = usages.median(title);
            table.add(
                    title,
                    Table.number(usage.wallSeconds()),
                    Table.number(usage.cpuSeconds()),
                    Table.number(usage.cpuSeconds() / readings * 1e6),
                    String.format(Locale.ROOT, "%,.0f", readings / usage.wallSeconds()),
                    String.format(Locale.ROOT, "%,d", usage.peakMebibytes()),
                    Table.number(usage.brokerCpuSeconds()),
                    Table.number((title.contains("null keys") ? sparkShuffled : spark) / usage.cpuSeconds()),
                    Table.number(usage.cpuSeconds() / limit),
                    rows.getOrDefault(title, ""));
        });
        return table;
    }
}
