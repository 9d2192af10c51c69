package io.sluice.test.kafka;

import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The product's embedded one-node broker in a process of its own. Most tests use {@link #shared}; a test that kills or pauses the
 * broker starts one for itself. Not for several threads at once, apart from {@link #shared}.
 */
public final class BrokerProcess implements AutoCloseable {
    private static final String MAIN = "io.sluice.app.embedded.BrokerMain";
    private static final Duration UP = Duration.ofSeconds(90);

    private final Path folder;
    private final int port;
    private ChildProcess process;

    private BrokerProcess(Path folder, int port) {
        this.folder = folder;
        this.port = port;
        this.process = launch(folder, port);
    }

    /** The one broker of this JVM, started by the first use and ended with the JVM. Use topic names of your own. */
    public static BrokerProcess shared() {
        return Shared.BROKER;
    }

    /** Starts a broker with its data in the folder, on a free port, and waits until it answers. */
    public static BrokerProcess start(Path folder) {
        BrokerProcess broker = new BrokerProcess(folder, freePort());
        broker.awaitUp();
        return broker;
    }

    /** What a client sets as {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** A client of this broker; the caller closes it. */
    public Topics topics() {
        return new Topics(bootstrapServers());
    }

    /** The process, to pause or resume it. */
    public ChildProcess process() {
        return process;
    }

    /** SIGKILL. The data stay for {@link #restart}. */
    public void kill() {
        process.kill();
    }

    /** Starts again with the data and the port that it had, and waits until it answers. */
    public void restart() {
        process.kill();
        process = launch(folder, port);
        awaitUp();
    }

    @Override
    public void close() {
        process.close();
    }

    private void awaitUp() {
        process.await(
                "the line that says where it listens",
                UP,
                () -> process.output().lines().anyMatch(bootstrapServers()::equals));
    }

    private static ChildProcess launch(Path folder, int port) {
        return Launch.product(MAIN, folder.resolve("data").toString(), Integer.toString(port))
                .start(folder, "broker");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port", e);
        }
    }

    /** Holds the shared broker, so that it starts with the first use. */
    private static final class Shared {
        static final BrokerProcess BROKER = start(folder());

        private static Path folder() {
            try {
                return Files.createTempDirectory("sluice-broker");
            } catch (IOException e) {
                throw new UncheckedIOException("no folder for the broker", e);
            }
        }
    }
}
