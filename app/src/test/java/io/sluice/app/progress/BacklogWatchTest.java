package io.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.kafka.KafkaUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** When a query counts as standing still, and what is said of its backlog. */
class BacklogWatchTest {
    private static final TopicPartition HERE = new TopicPartition("source", 0);
    private static final TopicPartition ELSEWHERE = new TopicPartition("source", 1);

    private final FakeKafka kafka = new FakeKafka();
    private Optional<Set<TopicPartition>> owned = Optional.of(Set.of(HERE));
    private long nanos = 1_000;
    private final BacklogWatch watch = new BacklogWatch(kafka, () -> owned, () -> nanos);

    /** Answers what the test has set. */
    private static final class FakeKafka implements BacklogWatch.Kafka {
        boolean silent;
        long position = 10;
        long end = 10;
        long elsewhere;
        long waiting;
        boolean onlyMarkers;
        int lookedAhead;

        @Override
        public BacklogWatch.Offsets offsets() {
            if (silent) {
                throw new KafkaUnavailableException("silent", new IllegalStateException("for the test"));
            }
            return new BacklogWatch.Offsets(
                    Map.of(HERE, end, ELSEWHERE, 50L),
                    Map.of(HERE, position, ELSEWHERE, elsewhere),
                    end - position + 50 - elsewhere,
                    waiting);
        }

        @Override
        public long unread(Set<TopicPartition> partitions) {
            lookedAhead++;
            assertThat(partitions).containsExactly(HERE);
            return onlyMarkers ? 0 : end - position;
        }
    }

    /** So many seconds pass, with a look in each other one. */
    private void pass(int seconds) {
        for (int i = 0; i < seconds; i += 2) {
            nanos += Duration.ofSeconds(2).toNanos();
            watch.look();
        }
    }

    @Test
    void standingStillInFrontOfRecordsCounts() {
        kafka.end = 20;
        pass(60);
        assertThat(watch.stalledFor()).isEqualTo(Duration.ofSeconds(58));
    }

    @Test
    void anyMoveBeginsAnew() {
        kafka.end = 20;
        pass(60);
        kafka.position = 11;
        pass(2);
        assertThat(watch.stalledFor()).isZero();
    }

    @Test
    void nothingToReadIsNoStandstill() {
        pass(600);
        assertThat(watch.stalledFor()).isZero();
    }

    @Test
    void recordsOfOtherInstancesAreTheirs() {
        owned = Optional.of(Set.of(ELSEWHERE));
        kafka.end = 20;
        kafka.elsewhere = 50;
        pass(600);
        assertThat(watch.stalledFor()).isZero();
    }

    @Test
    void unsettledPartitionsAreNoStandstill() {
        kafka.end = 20;
        owned = Optional.empty();
        pass(600);
        assertThat(watch.stalledFor()).isZero();
    }

    @Test
    void stretchOfMarkersIsNothingToReadAndIsNotLookedAtAtEachTurn() {
        kafka.end = 20;
        kafka.onlyMarkers = true;
        pass(600);
        assertThat(watch.stalledFor()).isLessThan(Duration.ofSeconds(25));
        assertThat(kafka.lookedAhead).isBetween(20, 30);
    }

    @Test
    void silentKafkaIsNoStandstillAndItsAnswersGrowOld() {
        kafka.end = 20;
        pass(4);
        assertThat(watch.backlog().lag()).isEqualTo(60);
        kafka.silent = true;
        pass(40);
        assertThat(watch.isAnswered()).isFalse();
        assertThat(watch.stalledFor()).isZero();
        assertThat(watch.backlog()).isEqualTo(QueryProgress.Backlog.UNKNOWN);
    }

    @Test
    void fallingBehindIsSaidPlainly() {
        kafka.elsewhere = 50;
        for (int i = 0; i < 20; i++) {
            kafka.end += 2_000;
            kafka.position += 500;
            pass(2);
        }
        QueryProgress.Backlog backlog = watch.backlog();
        assertThat(backlog.fallsBehind()).isTrue();
        assertThat(backlog.catchUpSeconds()).isEqualTo(-1);
        assertThat(backlog.summary())
                .isEqualTo("falls behind: lag 30,000, 1,000 rows/s come in, 250 are processed; at these rates it never "
                        + "catches up");
    }

    @Test
    void catchingUpIsEstimated() {
        kafka.elsewhere = 50;
        kafka.end = 100_000;
        for (int i = 0; i < 20; i++) {
            kafka.end += 200;
            kafka.position += 2_200;
            pass(2);
        }
        QueryProgress.Backlog backlog = watch.backlog();
        assertThat(backlog.fallsBehind()).isFalse();
        // 59,990 left at 1,100 less 100 a second
        assertThat(backlog.catchUpSeconds()).isEqualTo(60);
        assertThat(backlog.summary()).startsWith("catching up: lag 59,990").endsWith("done in about 60 s");
    }

    @Test
    void lagOfAFewSecondsOfWorkIsKeepingUp() {
        kafka.elsewhere = 50;
        for (int i = 0; i < 20; i++) {
            kafka.end += 2_000;
            kafka.position = kafka.end - 900;
            pass(2);
        }
        assertThat(watch.backlog().summary()).isEqualTo("keeps up");
        assertThat(watch.backlog().catchUpSeconds()).isZero();
    }
}
