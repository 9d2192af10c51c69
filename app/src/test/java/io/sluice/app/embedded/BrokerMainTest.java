package io.sluice.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BrokerMainTest {
    /** The exit code of a process that ended on SIGTERM: 128 + 15. */
    private static final int TERMINATED = 143;

    @TempDir
    Path folder;

    @Test
    void killedBrokerLeavesItsRecordsAndAFreeFolder() throws Exception {
        try (BrokerProcess process = BrokerProcess.start(folder)) {
            String bootstrapServers = process.bootstrapServers();
            assertThat(bootstrapServers).startsWith("127.0.0.1:");
            Records.createTopic(bootstrapServers);
            Records.writeCommitted(bootstrapServers, "a", "b");
            assertThat(BrokerAddress.running(folder).map(BrokerAddress::bootstrapServers))
                    .contains(bootstrapServers);
            assertThatThrownBy(() -> EmbeddedBroker.start(folder, EmbeddedBroker.Options.defaults()))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessageContaining(bootstrapServers);
            process.kill();
        }
        assertThat(BrokerAddress.running(folder)).as("after the kill").isEmpty();
        try (BrokerProcess process = BrokerProcess.start(folder)) {
            assertThat(Records.readCommitted(process.bootstrapServers(), 2)).containsExactly("a", "b");
            process.terminate();
            assertThat(process.awaitExit()).isEqualTo(TERMINATED);
        }
        assertThat(folder.resolve("broker.json")).doesNotExist();
    }

    @Test
    void unusableFolderEndsTheProcessWithTheReason() throws Exception {
        try (BrokerProcess process = BrokerProcess.start(Path.of("/dev/null/data"))) {
            assertThat(process.awaitExit()).isEqualTo(1);
            assertThat(process.errors()).contains("/dev/null/data").contains("cannot be written");
        }
    }
}
