package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint folder that was copied, as with a restored disk snapshot: two processes take themselves for the same instance. */
class CopiedCheckpointTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();

    @TempDir
    private Path folder;

    @Test
    void oneOfTwoProcessesWithTheSameIdentityStopsAndNothingIsDoubled() {
        Job one = Job.readings(folder, BROKER, "copied");
        Job two = one.with(
                "checkpointLocation", folder.toAbsolutePath().resolve("copy").toString());
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "copied-readings", 3, 6, false, new Random(21));
            feed.send(30);
            one.runToEnd("first");
            Damage.copy(one.checkpoint(), two.checkpoint());
            try (ChildProcess first = one.start("original");
                    ChildProcess second = two.start("copy")) {
                Await.until(() -> first.describe("or the copy gives up"), Job.SOON, () -> {
                    feed.sendNowAndThen(2);
                    return !first.isAlive() || !second.isAlive();
                });
                ChildProcess loser = first.isAlive() ? second : first;
                ChildProcess winner = first.isAlive() ? first : second;
                loser.awaitExit(5, Job.SOON);
                assertThat(loser.errors())
                        .contains("runs on a copy of this folder")
                        .contains("Give each instance");
                feed.closeAll();
                winner.await("all rows", Job.SOON, () -> one.rows().equals(feed.closed()));
                winner.terminate();
                winner.awaitExit(0, Job.SOON);
            }
            assertThat(one.rows()).isEqualTo(feed.closed());
        }
    }
}
