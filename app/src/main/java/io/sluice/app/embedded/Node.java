package io.sluice.app.embedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.fault.LoggingFaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Kafka's broker and controller, put together by hand rather than by {@code KafkaRaftServer}: so both ports can be any free ones,
 * a fault of the broker is logged instead of ending the process, and there is a moment between controller and broker.
 */
final class Node {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration ELECTION_POLL = Duration.ofMillis(20);

    private final String clusterId;
    private final BrokerServer broker;
    private final ControllerServer controller;

    private Node(String clusterId, BrokerServer broker, ControllerServer controller) {
        this.clusterId = clusterId;
        this.broker = broker;
        this.controller = controller;
    }

    static Node on(Path logFolder, Map<String, String> settings) throws Exception {
        if (!Files.exists(logFolder.resolve("meta.properties"))) {
            format(logFolder);
        }
        KafkaConfig config = new KafkaConfig(settings, false);
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> found =
                KafkaRaftServer.initializeLogDirs(config, LOG, "embedded broker: ");
        String clusterId = found._1().clusterId().orElseThrow();
        CompletableFuture<Map<Integer, InetSocketAddress>> voters = new CompletableFuture<>();
        SharedServer shared = new SharedServer(
                config,
                found._1(),
                Time.SYSTEM,
                Server.initializeMetrics(config, Time.SYSTEM, clusterId),
                voters,
                List.of(),
                (name, fatal, action) -> new LoggingFaultHandler(name, action),
                ServerSocketFactory.INSTANCE);
        ControllerServer controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), found._2());
        var unused = controller
                .socketServerFirstBoundPortFuture()
                .thenAccept(port -> voters.complete(Map.of(BrokerSettings.NODE_ID, BrokerAddress.loopback(port))));
        return new Node(clusterId, new BrokerServer(shared), controller);
    }

    private static void format(Path logFolder) throws Exception {
        Files.createDirectories(logFolder);
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(BrokerSettings.NODE_ID)
                .setClusterId(Uuid.randomUuid().toString())
                .setDirectories(List.of(logFolder.toString()))
                .setMetadataLogDirectory(logFolder.toString())
                .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
                .run();
    }

    /**
     * Returns when the broker serves requests. What the cluster knows of the broker's last run is dropped first. Otherwise the new
     * run leads its partitions under the last one's address, is fenced, and loses markers of transactions in between as told in
     * {@link BrokerSettings}; it also would wait for the end of the last one's session.
     */
    void startup() throws Exception {
        controller.startup();
        forgetLastRun();
        broker.startup();
    }

    private void forgetLastRun() throws Exception {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            ControllerRequestContext context = new ControllerRequestContext(
                    new RequestHeaderData(), KafkaPrincipal.ANONYMOUS, OptionalLong.of(deadline));
            try {
                controller
                        .controller()
                        .unregisterBroker(context, BrokerSettings.NODE_ID)
                        .get();
                return;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof BrokerIdNotRegisteredException) {
                    return;
                }
                if (!(e.getCause() instanceof NotControllerException) || System.nanoTime() > deadline) {
                    throw e;
                }
                // it has not elected itself yet
                LockSupport.parkNanos(ELECTION_POLL.toNanos());
            }
        }
    }

    /** Also to be called when {@link #startup} failed, or threads stay behind that keep the process alive. */
    void shutdown() {
        broker.shutdown();
        controller.shutdown();
    }

    int port() {
        return broker.boundPort(new ListenerName(BrokerSettings.LISTENER));
    }

    String clusterId() {
        return clusterId;
    }
}
