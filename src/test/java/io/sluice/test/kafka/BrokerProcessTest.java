package io.sluice.test.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.kafka.Topics.Outcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerProcessTest {
    private static final Instant MORNING = Instant.parse("2026-02-01T06:00:00.123Z");

    @Test
    void messagesComeBackWithKeyTimeAndPartition() {
        Message first = Message.of("freezer-1", "{}", MORNING).toPartition(1);
        Message second = Message.of(null, null, MORNING.minusSeconds(60)).toPartition(0);
        try (Topics topics = BrokerProcess.shared().topics()) {
            topics.create("come-back", 2);
            topics.send("come-back", List.of(first, second));

            assertThat(topics.readCommitted("come-back")).containsExactly(second, first);
            assertThat(topics.names()).contains("come-back");
        }
    }

    @Test
    void abortedMessagesAreNotReadButMoveTheEnd() {
        Message kept = Message.of("k", "kept", MORNING).toPartition(0);
        Message aborted = Message.of("k", "aborted", MORNING).toPartition(0);
        try (Topics topics = BrokerProcess.shared().topics()) {
            topics.create("aborts", 1);
            topics.sendInTransaction("aborts", List.of(kept), Outcome.COMMIT);
            topics.sendInTransaction("aborts", List.of(aborted, aborted), Outcome.ABORT);

            assertThat(topics.readCommitted("aborts")).containsExactly(kept);
            // one message and its marker, two aborted ones and theirs
            assertThat(topics.endOffsets("aborts")).isEqualTo(Map.of(0, 5L));
        }
    }

    @Test
    void killedBrokerComesBackWithItsData(@TempDir Path folder) {
        Message message = Message.of("k", "v", MORNING).toPartition(0);
        try (BrokerProcess broker = BrokerProcess.start(folder);
                Topics topics = broker.topics()) {
            topics.create("survives", 1);
            topics.send("survives", List.of(message));
            broker.kill();
            broker.restart();

            assertThat(topics.readCommitted("survives")).containsExactly(message);
        }
    }
}
