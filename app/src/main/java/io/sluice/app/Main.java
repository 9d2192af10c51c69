package io.sluice.app;

import io.sluice.app.cli.SluiceCommand;

/** Entry point of the process. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(SluiceCommand.execute(arguments));
    }
}
