package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code benchmarks/compare}. */
@Command(
        name = "benchmarks/compare",
        mixinStandardHelpOptions = true,
        description =
                "Compares Sluice with Spark, Kafka Streams' DSL and the bare limits, each in a process of its own, on one broker.")
public final class Compare implements Callable<Integer> {
    private static final String PROGRAM = "benchmarks/compare";
    private static final long LEAST = 200_000;

    /** What can be compared, in the order in which it is. */
    enum Part {
        WHOLE,
        APPEND,
        INSTANCES,
        LATENCY,
        SCHEDULED,
        QUERIES,
        GROWTH,
        MICRO
    }

    @Option(names = "--readings", defaultValue = "1000000", description = "default: ${DEFAULT-VALUE}")
    private long readings;

    @Option(
            names = "--repeat",
            defaultValue = "1",
            description = "how often each contender runs; the median counts (default: ${DEFAULT-VALUE})")
    private int repeat;

    @Option(names = "--rate", defaultValue = "50000", description = "readings/s of LATENCY (default: ${DEFAULT-VALUE})")
    private int rate;

    @Option(names = "--seconds", defaultValue = "60", description = "length of LATENCY (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--cores",
            defaultValue = "0.4",
            description = "how much of a core each of INSTANCES may use; needs root (default: ${DEFAULT-VALUE})")
    private double cores;

    @Option(
            names = "--parts",
            split = ",",
            description = "of ${COMPLETION-CANDIDATES}; default: all but GROWTH and MICRO, which take long")
    private Set<Part> parts = EnumSet.complementOf(EnumSet.of(Part.GROWTH, Part.MICRO));

    @Option(names = "--folder", description = "for data and outputs, which are kept; default: a temporary one, deleted")
    private Path folder = Path.of("");

    @Option(
            names = "--results",
            defaultValue = "benchmarks/RESULTS.md",
            description = "page to write to (default: ${DEFAULT-VALUE})")
    private Path results = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Compare())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        if (readings < LEAST) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--readings = " + readings + ": must be at least " + LEAST + ", for a window to close");
        }
        boolean keep = !folder.toString().isEmpty();
        Path place = keep ? folder.toAbsolutePath() : Files.createTempDirectory("sluice-compare");
        try (Broker broker = Broker.start(place, Site.classPath())) {
            return compare(new Site(Path.of("").toAbsolutePath(), place, broker)) ? 0 : 1;
        } finally {
            if (!keep) {
                delete(place);
            }
        }
    }

    private boolean compare(Site site) throws IOException, InterruptedException, ExecutionException {
        String circumstances = Machine.describe(site, command());
        say("%s", circumstances);
        ResultsPage page = new ResultsPage(results);
        Workload workload = new Workload(site.broker().bootstrapServers(), readings);
        workload.send();
        boolean same = true;
        for (Part part : parts) {
            Section section = part(part, site, workload);
            same &= section.same();
            System.out.println("\n" + section.table());
            page.replace(section.title(), circumstances + "\n\n" + section.text() + "\n\n" + section.table());
        }
        return same;
    }

    /** What decides the figures; where they were taken does not. */
    private String command() {
        return PROGRAM + " --readings " + readings + (repeat == 1 ? "" : " --repeat " + repeat);
    }

    private record Section(String title, String text, Table table, boolean same) {}

    private Section part(Part part, Site site, Workload workload)
            throws IOException, InterruptedException, ExecutionException {
        return switch (part) {
            case WHOLE -> whole(site);
            case APPEND -> append(site);
            case INSTANCES ->
                new Section(
                        "Instances",
                        "%,d keyed readings, four partitions; each instance has one stream thread and %s of a core. The broker runs beside them."
                                .formatted(readings, cores),
                        InstanceRuns.run(site, readings, cores),
                        true);
            case LATENCY ->
                new Section(
                        "Latency",
                        "From the record that closes a window to its rows in a visible version of the table: windows of one second, default"
                                + " trigger, keyed; producer and broker run on the same cores.",
                        new Latency(site, rate, seconds).run(),
                        true);
            case SCHEDULED -> scheduled(site, workload);
            case QUERIES -> asked(site);
            case GROWTH -> growth(site);
            case MICRO -> new Section("Single steps", "By JMH, one thread each.", micro(), true);
        };
    }

    private Section whole(Site site) throws IOException, InterruptedException, ExecutionException {
        WholeRuns runs = new WholeRuns(site, readings);
        for (int number = 1; number <= repeat; number++) {
            runs.repeat(number);
        }
        boolean same = runs.allWroteTheSame();
        String text = """
                %,d readings of 86 bytes, %d partitions, %,d units; windows of ten minutes, watermark 15 minutes behind; two threads each. \
                Median of %d runs. Rows: %s.""".formatted(
                readings, Workload.PARTITIONS, Workload.UNITS, repeat, same ? "all wrote the same" : "THEY DIFFER");
        return new Section("Whole process", text, runs.table(), same);
    }

    private Section append(Site site) throws IOException, InterruptedException {
        AppendRuns runs = new AppendRuns(site, readings);
        for (int number = 1; number <= repeat; number++) {
            runs.repeat(number);
        }
        boolean same = runs.allWroteTheSame();
        String text = """
                %,d readings of 86 bytes, %d partitions, each as a row of its own, without a window; two threads each. Median of %d runs. \
                Rows: %s.""".formatted(
                        readings, Workload.PARTITIONS, repeat, same ? "all wrote every reading once" : "THEY DIFFER");
        return new Section("Append without a window", text, runs.table(), same);
    }

    private Section growth(Site site) throws IOException, InterruptedException, ExecutionException {
        GrowthRuns runs = new GrowthRuns(site, readings);
        String text = """
                %,d readings in one window that stays open, a heap of 512 MB, two threads; then a restart with 1,000 new ones. Groups in four \
                partitions:

                %s
                1,000 groups in so many partitions:

                %s
                Versions of a table, each of one row, committed by one process; and what a new process needs to open it and find its \
                position:""".formatted(readings, runs.groups(), runs.partitions());
        return new Section("Growth", text, GrowthRuns.versions(site.folder().resolve("versions")), true);
    }

    private static Table micro() {
        try {
            return MicroRuns.run();
        } catch (RunnerException e) {
            throw new IllegalStateException("a benchmark of a single step failed", e);
        }
    }

    private Section asked(Site site) throws IOException, InterruptedException {
        String text = """
                %,d keyed readings at full speed, two stream threads, while clients ask over HTTP for windows that are open, from when the query is \
                ready to its end; the clients run on the same cores. The answers' own processor time is in CPU, what they cost the stream threads \
                is told apart. Median of %d runs.""".formatted(readings, repeat);
        return new Section("Queries", text, new AskedRuns(site, readings).run(repeat), true);
    }

    private Section scheduled(Site site, Workload workload) throws IOException, InterruptedException {
        ScheduledRuns runs = new ScheduledRuns(site, workload);
        int times = Math.max(3, repeat);
        boolean same = runs.run(times);
        String text =
                "%,d new readings on a checkpoint and table that hold %,d; trigger availableNow. Median of %d runs. Rows: %s."
                        .formatted(Workload.BATCH, readings, times, same ? "the same" : "THEY DIFFER");
        return new Section("Scheduled run", text, runs.table(), same);
    }

    static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static void delete(Path place) throws IOException {
        List<Path> found;
        try (Stream<Path> walk = Files.walk(place)) {
            found = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : found) {
            Files.delete(path);
        }
    }
}
