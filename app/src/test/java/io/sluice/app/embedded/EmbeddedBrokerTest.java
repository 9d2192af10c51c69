package io.sluice.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 90, unit = TimeUnit.SECONDS)
class EmbeddedBrokerTest {
    private static final EmbeddedBroker.Options DEFAULTS = EmbeddedBroker.Options.defaults();

    @TempDir
    Path folder;

    @Test
    void recordsTransactionsAndClusterOutliveARestart() throws Exception {
        Set<Thread> before = nonDaemonThreads();
        String clusterId;
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder, DEFAULTS)) {
            clusterId = broker.address().clusterId();
            Records.createTopic(broker.bootstrapServers());
            Records.writeCommitted(broker.bootstrapServers(), "a", "b");
            Records.writeAborted(broker.bootstrapServers(), "never");
            assertThat(BrokerAddress.running(folder)).contains(broker.address());
            assertThat(finalizedFeatures(broker)).containsKeys("streams.version", "transaction.version");
        }
        assertThat(BrokerAddress.running(folder)).as("after close").isEmpty();
        assertThat(nonDaemonThreads())
                .as("threads that would keep the process alive")
                .isSubsetOf(before);

        try (EmbeddedBroker broker = EmbeddedBroker.start(folder, DEFAULTS)) {
            assertThat(broker.address().clusterId()).isEqualTo(clusterId);
            Records.writeCommitted(broker.bootstrapServers(), "c");
            assertThat(Records.readCommitted(broker.bootstrapServers(), 3)).containsExactly("a", "b", "c");
        }
    }

    @Test
    void listensOnTheGivenPortOfTheLoopbackAddressOnly() throws Exception {
        int port = freePort();
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder, DEFAULTS.withPort(port))) {
            assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
            assertThatThrownBy(() -> EmbeddedBroker.start(folder, DEFAULTS))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessageContaining("is in use")
                    .hasMessageContaining("127.0.0.1:" + port)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void takenPortIsNamedAndNothingStaysBehind() throws Exception {
        Set<Thread> before = nonDaemonThreads();
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedBroker.start(folder, DEFAULTS.withPort(other.getLocalPort())))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessageContaining("127.0.0.1:" + other.getLocalPort())
                    .hasMessageContaining("Address already in use");
        }
        assertThat(nonDaemonThreads()).isSubsetOf(before);
        assertThat(BrokerAddress.running(folder)).isEmpty();
        EmbeddedBroker.start(folder, DEFAULTS).close();
    }

    @Test
    void folderThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> EmbeddedBroker.start(file.resolve("data"), DEFAULTS))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining(file.resolve("data").toString())
                .hasMessageContaining("cannot be written");
    }

    @Test
    void folderWithACommaIsRefused() {
        assertThatThrownBy(() -> EmbeddedBroker.start(folder.resolve("a,b"), DEFAULTS))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining("a,b")
                .hasMessageContaining("comma");
    }

    @Test
    void damagedFolderIsRefusedWithTheReason() throws Exception {
        Files.createDirectories(folder.resolve("log"));
        Files.writeString(
                folder.resolve("log/meta.properties"),
                "version=1\nnode.id=7\ncluster.id=x\ndirectory.id=" + "A".repeat(22) + "\n");
        assertThatThrownBy(() -> EmbeddedBroker.start(folder, DEFAULTS))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("7");
    }

    private static Map<String, FinalizedVersionRange> finalizedFeatures(EmbeddedBroker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            return admin.describeFeatures().featureMetadata().get().finalizedFeatures();
        }
    }

    private static Set<Thread> nonDaemonThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon() && thread.isAlive())
                .collect(Collectors.toSet());
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
