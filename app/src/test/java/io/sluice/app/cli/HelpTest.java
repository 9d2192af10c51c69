package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {
    private static Stream<CommandLine> commands() {
        CommandLine all = SluiceCommand.commandLine();
        Collection<CommandLine> subcommands = all.getSubcommands().entrySet().stream()
                .filter(command -> !command.getKey().equals("help"))
                .map(Map.Entry::getValue)
                .toList();
        return Stream.concat(Stream.of(all), subcommands.stream());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyHelpHasExamplesAndExitCodesAndFitsATerminal(CommandLine command) {
        String help = command.getUsageMessage();
        String name = command.getCommandName();
        assertThat(help)
                .as(name)
                .containsPattern("Examples?:\n  sluice ")
                .contains("Exit codes:", "0   done", "7   records");
        assertThat(help.lines()).as(name).allMatch(line -> line.length() < 100);
        // a line that is longer is wrapped, and then a word or two stand alone
        assertThat(command.getCommandSpec().usageMessage().description())
                .as(name)
                .allMatch(line -> line.length() < 100);
    }
}
