package io.sluice.app.cli;

import io.sluice.app.kafka.Redrive;
import io.sluice.app.run.DeadLetters;
import io.sluice.app.run.KafkaAccess;
import io.sluice.app.run.QueryCompiler;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
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
    private static final int WIDEST = 1_000;

    @Mixin
    private QueryFileOptions file = new QueryFileOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
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
        try (KafkaAccess kafka = KafkaAccess.open(query)) {
            kafka.cluster().clusterId();
            DeadLetters letters = new DeadLetters(query, kafka);
            PrintWriter out = spec.commandLine().getOut();
            if (redrive) {
                print(letters.redrive(), query.source().topic(), out);
            } else {
                print(letters, out);
            }
        }
        return ExitCode.SUCCESS.code();
    }

    private void print(DeadLetters letters, PrintWriter out) {
        DeadLetterCounts counts = new DeadLetterCounts();
        Deque<StreamingQuery.DeadLetter> newest = new ArrayDeque<>();
        AtomicLong total = new AtomicLong();
        AtomicLong passed = new AtomicLong();
        letters.visit(letter -> {
            total.incrementAndGet();
            passed.addAndGet(letter.passed() ? 1 : 0);
            counts.add(letter.told());
            newest.addLast(letter.told());
            if (!all && newest.size() > Math.max(0, limit)) {
                newest.removeFirst();
            }
        });
        if (total.get() == 0) {
            out.println("no dead letters in topic " + letters.topic());
            return;
        }
        counts.print(out);
        for (Iterator<StreamingQuery.DeadLetter> each = newest.descendingIterator(); each.hasNext(); ) {
            print(each.next(), out);
        }
        out.println();
        out.println(
                total + (total.get() == 1 ? " dead letter" : " dead letters") + " in topic " + letters.topic() + ", "
                        + newest.size() + " shown; " + (total.get() - passed.get())
                        + " to be sent back by --redrive, when what is wrong is mended");
    }

    private static void print(StreamingQuery.DeadLetter letter, PrintWriter out) {
        out.println();
        out.println(letter.time() + "  " + (letter.place().isEmpty() ? "a closed window" : letter.place()) + "  "
                + letter.stage() + (letter.column().isEmpty() ? "" : "  column " + shown(letter.column(), WIDEST)));
        out.println("  reason  " + shown(letter.reason(), 2 * WIDEST));
        out.println("  value   " + shown(letter.value(), WIDEST));
    }

    private static void print(Redrive.Outcome outcome, String topic, PrintWriter out) {
        outcome.kept().forEach((reason, count) -> out.println(count + " not sent: " + reason));
        out.println(outcome.sent() + (outcome.sent() == 1 ? " record" : " records") + " sent back to topic " + topic
                + (outcome.sent() == 0
                        ? ""
                        : "; what belongs to a window that is closed is late, and counted as such"));
    }

    /** A record may hold anything, also what a terminal takes for a command. */
    static String shown(String text, int widest) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(widest).forEach(letter -> {
            if (Character.isISOControl(letter) || Character.getType(letter) == Character.FORMAT) {
                shown.append("\\u%04x".formatted(letter));
            } else {
                shown.appendCodePoint(letter);
            }
        });
        return text.codePointCount(0, text.length()) > widest ? shown + "\u2026" : shown.toString();
    }
}
