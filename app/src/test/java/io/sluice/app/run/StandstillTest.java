package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final TopicPartition OWN = new TopicPartition("readings", 0);
    private static final TopicPartition FOREIGN = new TopicPartition("readings", 1);

    private long nanos;
    private final Standstill standstill = new Standstill(Duration.ofSeconds(10), () -> nanos);

    private boolean lastsAfter(int seconds, Map<TopicPartition, Long> open) {
        nanos += Duration.ofSeconds(seconds).toNanos();
        return standstill.hasLasted(open, Set.of(OWN));
    }

    @Test
    void othersThatDoNotMoveAreWaitedForTwiceAsLongEachTime() {
        Map<TopicPartition, Long> open = Map.of(FOREIGN, 5L);
        assertThat(lastsAfter(1, open)).isFalse();
        assertThat(lastsAfter(9, open)).isFalse();
        assertThat(lastsAfter(1, open)).isTrue();
        assertThat(lastsAfter(10, open)).isFalse();
        assertThat(lastsAfter(10, open)).isTrue();
        assertThat(lastsAfter(39, open)).isFalse();
        assertThat(lastsAfter(1, open)).isTrue();
    }

    @Test
    void movementEndsIt() {
        assertThat(lastsAfter(1, Map.of(FOREIGN, 5L))).isFalse();
        assertThat(lastsAfter(9, Map.of(FOREIGN, 4L))).isFalse();
        assertThat(lastsAfter(9, Map.of(FOREIGN, 4L))).isFalse();
        assertThat(lastsAfter(1, Map.of(FOREIGN, 4L))).isTrue();
    }

    @Test
    void whatIsOpenHereIsSlowAndNotStuck() {
        Map<TopicPartition, Long> open = Map.of(FOREIGN, 5L, OWN, 1L);
        assertThat(lastsAfter(1, open)).isFalse();
        assertThat(lastsAfter(60, open)).isFalse();
        assertThat(lastsAfter(60, open)).isFalse();
    }
}
