package io.sluice.app.cli;

import io.sluice.app.kafka.Redrive;
import io.sluice.app.run.DeadLetters;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice dead-letters}. */
@Command(
        name = "dead-letters",
        description = {
            "Show the records that a query could not use: how many for which reason, and the newest.",
            "With --redrive, send them back to the source topic when what was wrong is mended: each once,",
            "however often it is called. It can be called whether the query runs or not."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  sluice dead-letters freezer.yaml",
            "  sluice dead-letters freezer.yaml --all",
            "  sluice dead-letters freezer.yaml --redrive"
        })
final class DeadLettersCommand implements Callable<Integer> {
    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Count.class,
            defaultValue = "10",
            description = "letters to show at most, the newest first (default: ${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--all", description = "show all letters")
    private boolean all;

    @Option(names = "--redrive", description = "send back those that were not sent back yet")
    private boolean redrive;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        QueryDefinition query = QueryCompiler.compile(file.read());
        try (KafkaAccess kafka = KafkaAccess.openAnswering(query)) {
            DeadLetters letters = new DeadLetters(query, kafka);
            PrintWriter out = spec.commandLine().getOut();
            if (redrive) {
                print(letters.redrive(), query.source().topic(), out);
            } else {
                DeadLetterList list = new DeadLetterList(all ? Integer.MAX_VALUE : limit);
                letters.visit(list::add);
                list.print(letters.topic(), out);
            }
        }
        return ExitCode.SUCCESS.code();
    }

    private static void print(Redrive.Outcome outcome, String topic, PrintWriter out) {
        outcome.kept().forEach((reason, count) -> out.println(count + " not sent: " + reason));
        out.println(outcome.sent() + (outcome.sent() == 1 ? " record" : " records") + " sent back to topic " + topic
                + (outcome.sent() == 0
                        ? ""
                        : "; what belongs to a window that is closed is late, and counted as such"));
    }
}
