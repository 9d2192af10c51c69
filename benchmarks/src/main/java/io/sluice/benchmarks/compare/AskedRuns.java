package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/** One query at full speed while clients ask for its open windows over HTTP, and while nobody does. */
final class AskedRuns {
    private static final int[] RATES = {10, 50, 200};
    private static final Map<String, IntFunction<String>> QUESTIONS = new LinkedHashMap<>();

    static {
        QUESTIONS.put("a page of 100", number -> "/api/windows?limit=100");
        QUESTIONS.put("one key", number -> "/api/windows?key.UnitId=unit-%04d".formatted(number % Workload.UNITS));
    }

    private final Site site;
    private final long readings;
    private int queries;

    /**
     * What one run took.
     *
     * @param threadSeconds processor time of the stream threads
     * @param answeredMs sorted
     * @param nothing questions for a key of which no committed window was open
     * @param refused questions while partitions move or too many are asked
     */
    private record Asked(
            double wallSeconds,
            double cpuSeconds,
            double threadSeconds,
            List<Double> answeredMs,
            int nothing,
            int refused) {}

    AskedRuns(Site site, long readings) {
        this.site = site;
        this.readings = readings;
    }

    /** @param times how often each; the median of the wall seconds counts */
    Table run(int times) throws IOException, InterruptedException {
        Table table = new Table(
                "asked for",
                "questions/s",
                "wall s",
                "readings/s",
                "CPU s",
                "stream threads' CPU s",
                "ratio to nobody asking",
                "answered",
                "nothing open",
                "refused",
                "median ms",
                "p99 ms");
        // the first run of all fills the caches of the machine, for the others
        once(0, number -> "");
        Asked nobody = median(times, 0, number -> "");
        add(table, "nothing", 0, nobody, nobody);
        for (Map.Entry<String, IntFunction<String>> question : QUESTIONS.entrySet()) {
            for (int rate : RATES) {
                add(table, question.getKey(), rate, median(times, rate, question.getValue()), nobody);
            }
        }
        return table;
    }

    private Asked median(int times, int perSecond, IntFunction<String> question)
            throws IOException, InterruptedException {
        List<Asked> runs = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            runs.add(once(perSecond, question));
        }
        runs.sort(Comparator.comparingDouble(Asked::wallSeconds));
        return runs.get(runs.size() / 2);
    }

    private Asked once(int perSecond, IntFunction<String> question) throws IOException, InterruptedException {
        String name = "asked_" + ++queries;
        SluiceQuery query = site.sluice(name, SluiceQuery.Shape.KEYED);
        int port = freePort();
        Child run = query.run("run", "", "trigger=availableNow", "http.port=" + port);
        double before = ProcessFacts.endedChildrenCpuSeconds();
        long start = System.nanoTime();
        Process process = run.start(query.folder());
        StreamThreads threads = StreamThreads.watch(process, name);
        try (Clients clients = Clients.start(port, perSecond, question)) {
            run.awaitSuccess(process, query.folder());
            double wall = (System.nanoTime() - start) / 1e9;
            return new Asked(
                    wall,
                    ProcessFacts.endedChildrenCpuSeconds() - before,
                    threads.cpuSeconds(),
                    clients.answeredMs(),
                    clients.nothing(),
                    clients.refused());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void add(Table table, String asked, int rate, Asked run, Asked nobody) {
        Compare.say(
                "%-14s %4d/s %6.1f s wall %6.1f s CPU, %5.1f s of it stream threads",
                asked, rate, run.wallSeconds, run.cpuSeconds, run.threadSeconds);
        table.add(
                asked,
                Integer.toString(rate),
                Table.number(run.wallSeconds),
                String.format(Locale.ROOT, "%,.0f", readings / run.wallSeconds),
                Table.number(run.cpuSeconds),
                Table.number(run.threadSeconds),
                Table.number(run.threadSeconds / nobody.threadSeconds),
                Integer.toString(run.answeredMs.size()),
                Integer.toString(run.nothing),
                Integer.toString(run.refused),
                percentile(run.answeredMs, 50),
                percentile(run.answeredMs, 99));
    }

    private static String percentile(List<Double> sorted, int percent) {
        return sorted.isEmpty()
                ? ""
                : Table.number(sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100)));
    }
}
