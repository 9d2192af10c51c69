package io.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.progress.QueryHealth.State;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What restarts a process, and what only keeps others from asking it. */
class QueryHealthTest {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static QueryHealth health(boolean settled, String restoring, boolean kafka, Duration stalledFor) {
        return QueryHealth.of(settled, restoring, kafka, stalledFor, LIMIT);
    }

    @Test
    void queryThatProcessesIsLiveAndReady() {
        assertThat(health(true, "", true, LIMIT.minusMillis(1)))
                .isEqualTo(new QueryHealth(State.RUNNING, true, true, "records are processed as they come"));
    }

    @Test
    void rebalancingAndRestoringAreAliveAndNotReady() {
        assertThat(health(false, "", true, Duration.ZERO))
                .returns(State.REBALANCING, QueryHealth::state)
                .returns(true, QueryHealth::live)
                .returns(false, QueryHealth::ready);
        assertThat(health(true, "5 records left", true, Duration.ZERO))
                .returns(State.RESTORING, QueryHealth::state)
                .returns(true, QueryHealth::live)
                .returns(false, QueryHealth::ready);
    }

    @Test
    void restoringForLongIsNoStandstill() {
        assertThat(health(true, "5 records left", true, LIMIT.multipliedBy(9)).live())
                .isTrue();
    }

    @Test
    void silentKafkaIsNoReasonForARestart() {
        assertThat(health(true, "", false, LIMIT))
                .returns(State.KAFKA_SILENT, QueryHealth::state)
                .returns(true, QueryHealth::live)
                .returns(false, QueryHealth::ready);
    }

    @Test
    void noProgressWithSomethingToReadIsDead() {
        assertThat(health(true, "", true, LIMIT))
                .returns(State.STALLED, QueryHealth::state)
                .returns(false, QueryHealth::live)
                .returns(false, QueryHealth::ready);
    }

    @Test
    void tableThatDoesNotAnswerIsToldAndInTheEndNeedsARestart() {
        QueryHealth well = health(true, "", true, Duration.ZERO);
        assertThat(well.unlessTableIsSilent(Duration.ofSeconds(59), LIMIT)).isSameAs(well);
        assertThat(well.unlessTableIsSilent(Duration.ofSeconds(60), LIMIT))
                .isEqualTo(new QueryHealth(
                        State.TABLE_SILENT, true, false, "the table has not answered for 60 s; rows wait in Kafka"));
        assertThat(well.unlessTableIsSilent(LIMIT, LIMIT))
                .returns(State.STALLED, QueryHealth::state)
                .returns(false, QueryHealth::live);
    }

    @Test
    void tableHidesNoWorseNewsAndCountsAlsoWhileKafkaIsSilent() {
        QueryHealth stalled = health(true, "", true, LIMIT);
        assertThat(stalled.unlessTableIsSilent(LIMIT, LIMIT)).isSameAs(stalled);
        QueryHealth silent = health(true, "", false, Duration.ZERO);
        assertThat(silent.unlessTableIsSilent(LIMIT.minusSeconds(1), LIMIT)).isSameAs(silent);
        assertThat(silent.unlessTableIsSilent(LIMIT, LIMIT).live()).isFalse();
    }

    @Test
    void failedQueryIsDeadAndSaysWhy() {
        assertThat(QueryHealth.failed(new IllegalStateException("the table is gone")))
                .returns(false, QueryHealth::live)
                .extracting(QueryHealth::reason)
                .asString()
                .contains("the table is gone");
    }
}
