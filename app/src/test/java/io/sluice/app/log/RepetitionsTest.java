package io.sluice.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RepetitionsTest {
    private final Repetitions repetitions = new Repetitions();

    @Test
    void sameMessageIsShownEveryTenSeconds() {
        assertThat(at(0, "cannot connect")).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(500, "cannot connect")).isEqualTo(FilterReply.DENY);
        assertThat(at(9_999, "cannot connect")).isEqualTo(FilterReply.DENY);
        assertThat(at(10_000, "cannot connect")).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(10_001, "cannot connect")).isEqualTo(FilterReply.DENY);
    }

    @Test
    void otherMessagesAreShownMeanwhile() {
        assertThat(at(0, "cannot connect to node 1")).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(1, "cannot connect to node 2")).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void oldMessagesAreForgottenSoThatMemoryIsBounded() {
        for (int i = 0; i <= 100; i++) {
            assertThat(at(i, "message " + i)).isEqualTo(FilterReply.NEUTRAL);
        }
        assertThat(at(200, "message 100")).isEqualTo(FilterReply.DENY);
        assertThat(at(200, "message 0")).isEqualTo(FilterReply.NEUTRAL);
    }

    private FilterReply at(long millis, String message) {
        LoggingEvent event = new LoggingEvent(
                RepetitionsTest.class.getName(),
                new LoggerContext().getLogger("client"),
                Level.WARN,
                message,
                null,
                new Object[0]);
        event.setInstant(Instant.ofEpochMilli(millis));
        return repetitions.decide(event);
    }
}
