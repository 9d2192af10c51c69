package io.sluice.app.cli;

import io.sluice.app.file.QueryFile;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice run}. */
@Command(
        name = "run",
        description = {
            "Run a query until it is stopped, or, with availableNow, until what was there is done.",
            "SIGTERM and Ctrl-C end it in order, within shutdownTimeout, with exit code 0; what is not",
            "committed then is read again by the next run."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice run freezer.yaml",
            "  sluice run freezer.yaml --set trigger=availableNow",
            "  sluice run freezer.yaml --set kafka.bootstrap.servers=broker:9092",
            "  sluice run freezer.yaml --set checkpointLocation=/data/second-instance"
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(names = "--quiet", description = "no progress line, also on a terminal")
    private boolean quiet;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        QueryFile read = file.read();
        PrintWriter err = spec.commandLine().getErr();
        read.notices().forEach(notice -> err.println("note: " + notice));
        QueryDefinition definition = QueryCompiler.compile(read);
        StreamingQuery query = StreamingQuery.start(definition);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean well = new AtomicBoolean();
        Thread onSignal = new Thread(() -> stop(query, ended, well), "sluice-signal");
        Runtime.getRuntime().addShutdownHook(onSignal);
        if (definition.kafka() instanceof QueryDefinition.Kafka.Embedded) {
            err.println("embedded broker at " + query.bootstrapServers() + ", topic "
                    + definition.source().topic());
        }
        ProgressLine line = ProgressLine.start(query, err, !quiet && Terminal.isWatched());
        try {
            query.awaitTermination();
            well.set(true);
        } finally {
            line.close();
            ended.countDown();
        }
        return ExitCode.SUCCESS.code();
    }

    /** Runs when the process is asked to end; the process ends when this does. */
    private static void stop(StreamingQuery query, CountDownLatch ended, AtomicBoolean well) {
        query.requestStop();
        try {
            // awaitTermination keeps shutdownTimeout; beyond it there is nothing left to wait for
            if (ended.await(10, TimeUnit.MINUTES) && well.get()) {
                // else the JVM would say 143 of a run that did all it was asked for
                Runtime.getRuntime().halt(ExitCode.SUCCESS.code());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
