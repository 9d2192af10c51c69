package io.sluice.app;

import io.sluice.app.cli.SluiceCommand;

/** Entry point of the process. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        try {
            System.exit(SluiceCommand.execute(arguments));
        } catch (Throwable fatal) {
            // Out of memory, most likely: threads that are left must not keep alive a process that nothing leads any
            // more. Ending
            // it in order takes memory as well, and whatever a kill repeats this repeats.
            try {
                System.err.println(fatal);
            } finally {
                Runtime.getRuntime().halt(1);
            }
        }
    }
}
