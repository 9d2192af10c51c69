package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that dies and comes back while queries run. */
class OutageTest {
    @TempDir
    private Path folder;

    @Test
    void queriesRideOutAnOutageOfKafka() {
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("broker"));
                Topics topics = broker.topics()) {
            Job running = Job.readings(folder.resolve("running"), broker, "outage");
            Feed feed = new Feed(topics, "outage-readings", 2, 4, false, new Random(7));
            feed.send(60);
            Job available = Job.readings(folder.resolve("available"), broker, "outage-now")
                    .with("sources.readings.kafka.topic", "outage-readings")
                    .with("kafka.default.api.timeout.ms", "3000")
                    .availableNow();
            try (ChildProcess process = running.start("running");
                    ChildProcess run = available.start("available")) {
                process.await("the first rows", Job.SOON, () -> running.version() >= 1);
                run.await("its table", Job.SOON, () -> available.version() >= 0);
                broker.kill();
                if (run.isAlive()) {
                    run.await(
                            "a word about the outage",
                            Job.SOON,
                            () -> run.errors().contains("will ask again"));
                }
                broker.restart();
                feed.send(60);
                feed.closeAll();
                process.await("all rows", Job.SOON, () -> running.rows().equals(feed.closed()));
                run.awaitExit(0, Job.SOON);
                assertThat(run.errors()).contains("will ask again");
            }
            available.runToEnd("rest");
            assertThat(available.rows()).isEqualTo(feed.closed());
        }
    }
}
