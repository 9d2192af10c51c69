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
    void ofTwoProcessesWithTheSameIdentityOneStopsAtLeastAndNothingIsDoubled() {
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
                ChildProcess other = first.isAlive() ? first : second;
                assertToldOfTheCopy(loser);
                feed.closeAll();
                // the other goes on, unless each has taken one of Kafka's two groups from the other
                Await.until(
                        () -> other.describe("neither ends nor writes all rows"),
                        Job.SOON,
                        () -> !other.isAlive() || one.rows().equals(feed.closed()));
                if (other.isAlive()) {
                    other.terminate();
                    other.awaitExit(0, Job.SOON);
                } else {
                    assertToldOfTheCopy(other);
                    one.runToEnd("original again");
                }
            }
            assertThat(one.rows()).isEqualTo(feed.closed());
        }
    }

    private static void assertToldOfTheCopy(ChildProcess stopped) {
        stopped.awaitExit(Refusals.CHECKPOINT, Job.SOON);
        assertThat(stopped.errors())
                .contains("runs on a copy of this folder")
                .contains("This one has stopped")
                .contains("Give each instance");
    }
}
