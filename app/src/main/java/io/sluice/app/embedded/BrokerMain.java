package io.sluice.app.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The embedded broker as a process of its own: {@code BrokerMain DATA_FOLDER [PORT]}. It runs until the process is told to end. */
public final class BrokerMain {
    private static final int WRONG_USAGE = 2;

    private BrokerMain() {}

    /** Prints the bootstrap servers on a line of their own when the broker serves requests. Exit code 1 when it cannot start. */
    public static void main(String[] arguments) throws InterruptedException {
        boolean portIsNumber = arguments.length < 2 || arguments[1].matches("\\d{1,5}");
        if (arguments.length < 1 || arguments.length > 2 || !portIsNumber) {
            System.err.println("usage: BrokerMain DATA_FOLDER [PORT]");
            System.exit(WRONG_USAGE);
        }
        int port = arguments.length == 2 ? Integer.parseInt(arguments[1]) : 0;
        try {
            EmbeddedBroker broker = EmbeddedBroker.start(
                    Path.of(arguments[0]), EmbeddedBroker.Options.defaults().withPort(port));
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "embedded-broker-shutdown"));
            System.out.println(broker.bootstrapServers());
        } catch (BrokerStartException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        new CountDownLatch(1).await();
    }
}
