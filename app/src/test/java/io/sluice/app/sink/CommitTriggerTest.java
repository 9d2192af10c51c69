package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CommitTriggerTest {
    private static Instant at(String time) {
        return Instant.parse("2026-11-13T" + time + "Z");
    }

    @Test
    void intervalIsAlignedToTheClock() {
        CommitTrigger trigger = new CommitTrigger.EveryInterval(Duration.ofMinutes(1), at("08:00:20"));
        assertThat(trigger.isDue(at("08:00:59.999"))).isFalse();
        assertThat(trigger.isDue(at("08:01:00"))).isTrue();
    }

    @Test
    void afterACommitTheNextOneWaitsForTheNextMultiple() {
        CommitTrigger trigger = new CommitTrigger.EveryInterval(Duration.ofMinutes(1), at("08:00:00"));
        trigger.started(at("08:03:30"));
        assertThat(trigger.isDue(at("08:03:59"))).isFalse();
        assertThat(trigger.isDue(at("08:04:00"))).isTrue();
    }

    @Test
    void clockSetBackDoesNotHoldUpTheNextCommit() {
        CommitTrigger trigger = new CommitTrigger.EveryInterval(Duration.ofMinutes(1), at("08:00:00"));
        trigger.started(at("08:03:30"));
        assertThat(trigger.isDue(at("08:03:00"))).isFalse();
        assertThat(trigger.isDue(at("07:03:30"))).isTrue();
        trigger.started(at("07:03:30"));
        assertThat(trigger.isDue(at("07:03:59"))).isFalse();
        assertThat(trigger.isDue(at("07:04:00"))).isTrue();
    }

    @Test
    void withoutRowsTheIntervalStaysDue() {
        CommitTrigger trigger = new CommitTrigger.EveryInterval(Duration.ofSeconds(10), at("08:00:00"));
        assertThat(trigger.isDue(at("08:00:10"))).isTrue();
        assertThat(trigger.isDue(at("09:00:00"))).isTrue();
    }

    @Test
    void intervalBelowAMillisecondIsRefused() {
        assertThatThrownBy(() -> new CommitTrigger.EveryInterval(Duration.ofNanos(1), at("08:00:00")))
                .hasMessageContaining("trigger.processingTime");
    }

    @Test
    void soonestIsAlwaysDueAndTheEndNever() {
        assertThat(new CommitTrigger.AsSoonAsPossible().isDue(at("08:00:00"))).isTrue();
        assertThat(new CommitTrigger.AtTheEnd().isDue(at("08:00:00"))).isFalse();
    }
}
