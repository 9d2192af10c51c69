package io.sluice.app.cli;

import io.sluice.app.file.QueryFileException;
import io.sluice.app.log.LogSettings;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: {@code sluice COMMAND ...}. */
@Command(
        name = "sluice",
        description = {
            "Event-time windows from Kafka into a Delta Lake table, each closed window exactly once.",
            "A query is one YAML file; see docs/configuration.md for its settings."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        footer = {
            "",
            "Examples:",
            "  sluice demo",
            "  sluice check examples/freezer-10min.yaml",
            "  sluice run examples/freezer-10min.yaml --set trigger=availableNow",
            "  sluice windows examples/freezer-10min.yaml",
            "  sluice table lakehouse/Tables/freezer_10min"
        })
public final class SluiceCommand implements Runnable {
    /** In the order in which the help lists them. */
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    private static final String HELP = "help";
    private static final int HELP_WIDTH = 100;
    private static final int LEAST_HELP_WIDTH = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Runs the command line and returns the exit code. */
    public static int execute(String... arguments) {
        // before anything logs
        LogSettings.forEmpty(System.getenv()).forEach(System::setProperty);
        List<String> problems = LogSettings.problems(System.getenv());
        if (!problems.isEmpty()) {
            problems.forEach(problem -> System.err.println("sluice: " + problem));
            return ExitCode.USAGE.code();
        }
        String first = arguments.length == 0 ? "" : arguments[0];
        // reading the annotations of all commands takes longer than some of them
        return commandLine(COMMANDS.containsKey(first) && !first.equals(HELP) ? Set.of(first) : COMMANDS.keySet())
                .execute(arguments);
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("demo", DemoCommand::new);
        commands.put("run", RunCommand::new);
        commands.put("check", CheckCommand::new);
        commands.put("table", TableCommand::new);
        commands.put("windows", WindowsCommand::new);
        commands.put("progress", ProgressCommand::new);
        commands.put("watermark", WatermarkCommand::new);
        commands.put("cost", CostCommand::new);
        commands.put("dead-letters", DeadLettersCommand::new);
        commands.put("reset", ResetCommand::new);
        commands.put(HELP, CommandLine.HelpCommand::new);
        return commands;
    }

    static CommandLine commandLine() {
        return commandLine(COMMANDS.keySet());
    }

    /** @param names of the commands that it knows */
    private static CommandLine commandLine(Set<String> names) {
        CommandLine line = new CommandLine(new SluiceCommand());
        COMMANDS.forEach((name, command) -> {
            if (names.contains(name)) {
                line.addSubcommand(name, command.get());
            }
        });
        line.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(
                        (thrown, command, parsed) -> explain(thrown, command).code());
        Map<String, String> codes = new LinkedHashMap<>();
        Arrays.stream(ExitCode.values()).forEach(code -> codes.put("%2d".formatted(code.code()), code.meaning()));
        addExitCodes(line, codes);
        int width = Terminal.width().orElse(HELP_WIDTH);
        if (width < HELP_WIDTH) {
            flow(line);
        }
        return line.setUsageHelpWidth(Math.max(LEAST_HELP_WIDTH, Math.min(width, HELP_WIDTH)));
    }

    /** Descriptions are broken for a wide terminal: on a narrow one each line would leave a word or two alone. */
    private static void flow(CommandLine line) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.description(String.join(" ", usage.description()));
        line.getSubcommands().values().forEach(SluiceCommand::flow);
    }

    private static void addExitCodes(CommandLine line, Map<String, String> codes) {
        line.getCommandSpec().usageMessage().exitCodeList(codes).exitCodeListHeading("%nExit codes:%n");
        line.getSubcommands().values().forEach(command -> addExitCodes(command, codes));
    }

    /** Says what is wrong in the words of the error; the stack trace goes to the log, at debug level. */
    static ExitCode explain(Exception thrown, CommandLine command) {
        PrintWriter err = command.getErr();
        ExitCode code = ExitCode.of(thrown);
        if (thrown instanceof QueryFileException file) {
            err.println(file.getMessage());
            int problems = file.problems().size();
            err.println(problems == 1 ? "1 problem" : problems + " problems");
        } else if (code == ExitCode.FAILED) {
            err.println("sluice: " + thrown);
            thrown.printStackTrace(err);
        } else {
            err.println("sluice: " + thrown.getMessage());
        }
        LoggerFactory.getLogger(SluiceCommand.class).debug("{} failed", command.getCommandName(), thrown);
        err.flush();
        return code;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
