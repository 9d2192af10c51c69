package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One, two and three instances of one query, each with one stream thread and a share of the processor, on the same readings. On a
 * machine with few cores whole ones would take them from each other and from the broker.
 */
final class InstanceRuns {
    private static final int MOST = 3;

    private InstanceRuns() {}

    static Table run(Site site, long readings, double cores) throws IOException, InterruptedException {
        Table table = new Table(
                "instances", "wall s", "CPU s, all", "readings/s", "max RSS MB, sum", "broker CPU s", "rows written");
        for (int instances = 1; instances <= MOST; instances++) {
            SluiceQuery query = site.sluice("sluice_instances_" + instances, SluiceQuery.Shape.KEYED);
            List<Child> runs = new ArrayList<>();
            List<CpuShare> shares = new ArrayList<>();
            for (int i = 1; i <= instances; i++) {
                CpuShare share = CpuShare.of("sluice-compare-" + i, cores);
                shares.add(share);
                runs.add(share.limit(query.run(
                        "instance_" + i,
                        "",
                        "trigger=availableNow",
                        "checkpointLocation=checkpoint-" + i,
                        "streams.num.stream.threads=1")));
            }
            Usage usage = Child.measure(runs, query.folder(), site.broker().pid());
            for (CpuShare share : shares) {
                share.close();
            }
            Compare.say("%d instances: %.1f s wall, %.1f s CPU", instances, usage.wallSeconds(), usage.cpuSeconds());
            table.add(
                    Integer.toString(instances),
                    Table.number(usage.wallSeconds()),
                    Table.number(usage.cpuSeconds()),
                    String.format(Locale.ROOT, "%,.0f", readings / usage.wallSeconds()),
                    String.format(Locale.ROOT, "%,d", usage.peakMebibytes()),
                    Table.number(usage.brokerCpuSeconds()),
                    String.format(
                            Locale.ROOT,
                            "%,d",
                            WrittenRows.ofTable(query.table()).size()));
        }
        return table;
    }
}
