package io.sluice.app.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A one-node Kafka cluster in this process: broker and controller in one, on the loopback address only, its data in one folder.
 * A later start on the same folder goes on with the same cluster id, topics, records, offsets and transactions; a broker that was
 * killed recovers its logs at the next start. Records are kept for ever unless a topic or {@link Options#properties} says otherwise,
 * and topics must be created before they are used. Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
    static final String HOST = "127.0.0.1";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

    private final Path dataFolder;
    private final BrokerAddress address;
    private final Node node;
    private final FolderLock lock;
    private final Duration closeTimeout;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedBroker(Path dataFolder, BrokerAddress address, Node node, FolderLock lock, Duration closeTimeout) {
        this.dataFolder = dataFolder;
        this.address = address;
        this.node = node;
        this.lock = lock;
        this.closeTimeout = closeTimeout;
    }

    /**
     * How to run the broker.
     *
     * @param port the port of the loopback address to listen on, 0 for any free one
     * @param properties Kafka broker properties that replace our defaults, except those that say what the node is and where it
     *     listens and stores
     * @param closeTimeout the most that {@link EmbeddedBroker#close} waits
     */
    public record Options(int port, Map<String, String> properties, Duration closeTimeout) {
        public Options {
            properties = Map.copyOf(properties);
        }

        public static Options defaults() {
            return new Options(0, Map.of(), Duration.ofSeconds(20));
        }

        public Options withPort(int newPort) {
            return new Options(newPort, properties, closeTimeout);
        }
    }

    /**
     * Starts the broker and returns when it serves requests, after some seconds. The data folder is made and formatted at its first
     * use. Where the broker listens is written to {@code broker.json} in the folder, see {@link BrokerAddress#running}.
     *
     * @throws BrokerStartException when the folder cannot be written or is in use by another broker, the port is taken, or Kafka
     *     refuses to start; nothing of the broker stays behind in this process then
     */
    public static EmbeddedBroker start(Path dataFolder, Options options) throws BrokerStartException {
        Path folder = dataFolder.toAbsolutePath().normalize();
        FolderLock lock = FolderLock.take(folder);
        try {
            Path logFolder = folder.resolve("log");
            Node node = Node.on(logFolder, BrokerSettings.of(logFolder, options.port(), options.properties()));
            return started(folder, node, lock, options);
        } catch (Exception e) {
            release(lock, folder);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new BrokerStartException(
                    "the embedded broker on the data folder " + folder + " and port "
                            + (options.port() == 0 ? "any" : options.port()) + ": cannot start: " + reason(e),
                    e);
        }
    }

    private static EmbeddedBroker started(Path folder, Node node, FolderLock lock, Options options) throws Exception {
        try {
            node.startup();
            BrokerAddress address = new BrokerAddress(
                    node.port(), node.clusterId(), ProcessHandle.current().pid());
            address.write(folder);
            return new EmbeddedBroker(folder, address, node, lock, options.closeTimeout());
        } catch (Throwable e) {
            // threads that are up already would keep the process alive
            node.shutdown();
            throw e;
        }
    }

    private static String reason(Throwable e) {
        Throwable deepest = e;
        StringBuilder text = new StringBuilder(String.valueOf(e.getMessage()));
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
            String message = String.valueOf(deepest.getMessage());
            if (text.indexOf(message) < 0) {
                text.append(": ").append(message);
            }
        }
        return text.toString();
    }

    /** Value for Kafka's {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return address.bootstrapServers();
    }

    public BrokerAddress address() {
        return address;
    }

    /**
     * Stops the broker and returns when its logs are closed and the folder is free, or after {@link Options#closeTimeout}. What was
     * acknowledged is on disk in either case. A second call does nothing.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        Thread stop = new Thread(node::shutdown, "embedded-broker-close");
        stop.setDaemon(true);
        stop.start();
        try {
            stop.join(closeTimeout.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (stop.isAlive()) {
            LOG.warn(
                    "the embedded broker on {} did not stop within {}; it is left to the end of the process",
                    dataFolder,
                    closeTimeout);
            return;
        }
        release(lock, dataFolder);
    }

    private static void release(FolderLock lock, Path folder) {
        try (lock) {
            BrokerAddress.delete(folder);
        } catch (IOException e) {
            LOG.warn("the embedded broker's data folder {}: cannot be released: {}", folder, e.toString());
        }
    }
}
