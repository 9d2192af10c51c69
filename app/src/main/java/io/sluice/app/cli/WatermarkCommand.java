package io.sluice.app.cli;

import io.sluice.app.lateness.DelayStudy;
import io.sluice.app.lateness.LatenessOverTime;
import io.sluice.app.lateness.LatenessPlot;
import io.sluice.app.run.ArrivalQuestion;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.topology.ArrivedRow;
import io.sluice.topology.ArrivedRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice watermark}. */
@Command(
        name = "watermark",
        description = {
            "Tell what each watermark delay would drop of what is in a query's topic, and which is enough.",
            "Reads the topic from its beginning to its end of now, with the query's decoder, conditions and",
            "windows. Nothing is changed, and the query may run meanwhile. A row is dropped when the watermark",
            "of its partition, newest event time - delay, has reached the end of its window. Idle partitions,",
            "whose watermark a running query may raise, are left as they are."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice watermark freezer.yaml",
            "  sluice watermark freezer.yaml --delays 2m,10m,15m --counts",
            "  sluice watermark freezer.yaml --plot lateness.svg",
            "  sluice watermark freezer.yaml --from-file readings.ndjson --json"
        })
final class WatermarkCommand implements Callable<Integer> {
    private static final String DEFAULT_WINDOWS = "50";

    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(
            names = "--delays",
            paramLabel = "DELAY",
            split = ",",
            defaultValue = "0s,1m,2m,5m,10m,15m,30m,1h",
            converter = DemoCommand.Delay.class,
            description = "delays to compare, beside that of the file (default: ${DEFAULT-VALUE})")
    private List<Duration> delays = new ArrayList<>();

    @Option(
            names = "--counts",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = DEFAULT_WINDOWS,
            description = "show also the rows in each window, for each delay; of the newest N windows (default: "
                    + DEFAULT_WINDOWS + ")")
    private @Nullable Integer windows;

    @Option(
            names = "--from-file",
            paramLabel = "FILE",
            description = "read a file that has one message a line, in order of arrival, instead of the topic")
    private @Nullable Path messages;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "draw lateness over time and what each delay drops, as SVG or PNG by the name's ending")
    private @Nullable Path picture;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        refuseWhatCannotBe();
        QueryDefinition query = QueryCompiler.compile(file.read());
        if (!query.hasWindow()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "query " + query.name()
                            + " has no window, so that no delay drops anything; take a query with a window");
        }
        List<Duration> compared = new ArrayList<>(delays);
        compared.add(query.source().delay());
        Watcher watcher = new Watcher(new DelayStudy(compared, windows == null ? 0 : windows));
        ArrivedRows read = messages == null ? ofTopic(query, watcher) : ofFile(query, messages, watcher);
        watcher.progress.close();
        DelayReport report = new DelayReport(query, Optional.ofNullable(messages), read, watcher.study);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            report.printJson(out);
        } else {
            report.print(out);
        }
        if (picture != null) {
            draw(picture, query, watcher);
        }
        return ExitCode.SUCCESS.code();
    }

    private void refuseWhatCannotBe() {
        List<String> problems = new ArrayList<>();
        if (messages != null && !Files.isReadable(messages)) {
            problems.add("--from-file " + messages + ": there is no such file, or it cannot be read");
        }
        if (picture != null && !LatenessPlot.canWrite(picture)) {
            problems.add("--plot " + picture + ": must end with .svg or .png");
        }
        if (windows != null && windows < 1) {
            problems.add("--counts " + windows + ": must be 1 or more");
        }
        if (!problems.isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join(System.lineSeparator(), problems));
        }
    }

    private ArrivedRows ofTopic(QueryDefinition query, Watcher watcher) {
        try (KafkaAccess kafka = KafkaAccess.openAnswering(query)) {
            return ArrivalQuestion.ofTopic(query, kafka, watcher);
        }
    }

    private ArrivedRows ofFile(QueryDefinition query, Path lines, Watcher watcher) {
        try {
            return ArrivalQuestion.ofFile(query, lines, System.currentTimeMillis(), watcher);
        } catch (IOException refused) {
            throw new ParameterException(
                    spec.commandLine(), "--from-file " + lines + ": cannot be read (" + refused + ")", refused);
        }
    }

    private void draw(Path target, QueryDefinition query, Watcher watcher) {
        String title =
                "Lateness in " + (messages == null ? "topic " + query.source().topic() : messages.toString());
        LatenessPlot.Arrival arrival = messages == null ? LatenessPlot.Arrival.TIME : LatenessPlot.Arrival.MESSAGES;
        try {
            new LatenessPlot(title, watcher.study, watcher.time, query.source().delay(), arrival).write(target);
        } catch (IOException refused) {
            throw new ParameterException(
                    spec.commandLine(), "--plot " + target + ": cannot be written (" + refused + ")", refused);
        }
        spec.commandLine().getErr().println("plot in " + target);
    }

    /** Keeps what the report and the plot need. */
    private final class Watcher implements ArrivalQuestion.Visitor {
        private final DelayStudy study;
        private final LatenessOverTime time = new LatenessOverTime();
        private final ReadingLine progress =
                new ReadingLine(spec.commandLine().getErr(), Terminal.isWatched(), System::nanoTime);

        Watcher(DelayStudy study) {
            this.study = study;
        }

        @Override
        public void expected(long messages) {
            progress.expect(messages);
        }

        @Override
        public void message() {
            progress.count();
        }

        @Override
        public void row(ArrivedRow row) {
            study.add(row);
            if (picture != null) {
                time.add(
                        messages == null
                                ? row.message().timestampMs()
                                : row.message().offset(),
                        row);
            }
        }
    }
}
