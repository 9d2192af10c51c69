package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.await.Await;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three instances of one query; one is killed, one is added, all are rolled one by one; readings keep coming all the time. */
class ScaleOutTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final int PARTITIONS = 6;

    @TempDir
    private Path folder;

    @Test
    void instancesThatComeAndGoWriteTheRowsOfOne() {
        Job query = Job.shuffledReadings(folder, BROKER, "scale");
        try (Topics topics = BROKER.topics();
                Fleet fleet = new Fleet(query, 4)) {
            Feed feed = new Feed(topics, "scale-readings", PARTITIONS, 12, true, new Random(31));
            feed.send(30);
            for (int instance = 0; instance < 3; instance++) {
                fleet.start(instance);
            }
            fleet.awaitMembers(topics, feed, "three started");
            fleet.kill(2);
            fleet.awaitMembers(topics, feed, "one killed");
            fleet.start(3);
            fleet.awaitMembers(topics, feed, "one added");
            for (int instance : new int[] {0, 1, 3}) {
                fleet.roll(instance);
                fleet.awaitMembers(topics, feed, "instance " + instance + " rolled");
            }
            feed.closeAll();
            Await.until("all rows", Job.SOON, () -> query.rows().equals(feed.closed()));
            fleet.terminateAll();
            assertThat(query.rows()).isEqualTo(feed.closed());
            System.out.println("scale-out, longest time without a new version: " + fleet.pauses());
        }
    }
}
