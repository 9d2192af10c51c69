package io.sluice.app.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CostComparisonTest {
    private static final Optional<Duration> QUARTER = Optional.of(Duration.ofMinutes(15));

    private static CostComparison of(RecordedRun... runs) {
        return CostComparison.of(List.of(runs), Integer.MAX_VALUE, Optional.empty());
    }

    @Test
    void lessonComesOutOfCoresThatAreKept() {
        CostComparison found = CostComparison.of(List.of(Runs.scheduled(0, 90, 50)), Integer.MAX_VALUE, QUARTER);
        List<CostComparison.Daily> ways = found.daily(Optional.of(2.0), Optional.of(4.0));
        assertThat(ways).extracting(CostComparison.Daily::way).containsExactly("always on", "scheduled", "scheduled");
        assertThat(ways.get(0).cpuHours() * 3_600).isCloseTo(172_800, within(1e-6));
        assertThat(ways.get(2).runs()).isEqualTo(96);
        assertThat(ways.get(2).cpuHours() * 3_600).isCloseTo(34_560, within(1e-6));
    }

    @Test
    void usualDistanceOfTheStartsIsTakenWhereNoneIsGiven() {
        CostComparison found = of(
                Runs.scheduled(0, 3, 4), Runs.scheduled(15, 3, 4), Runs.scheduled(30, 3, 4), Runs.scheduled(600, 3, 4));
        assertThat(found.every()).isEqualTo(QUARTER);
        assertThat(found.everyRecorded()).isTrue();
        assertThat(found.runsPerDay()).isEqualTo(96);
        assertThat(of(Runs.scheduled(0, 3, 4)).every()).isEmpty();
        assertThat(of(Runs.scheduled(0, 3, 4)).runsPerDay()).isNaN();
    }

    @Test
    void meanCountsForTheDayAndNewestRunsOnlyWhenAsked() {
        List<RecordedRun> runs =
                List.of(Runs.scheduled(0, 60, 100), Runs.scheduled(15, 3, 4), Runs.scheduled(30, 5, 8));
        CostComparison all = CostComparison.of(runs, Integer.MAX_VALUE, QUARTER);
        assertThat(all.cpuSeconds().mean()).isCloseTo(112 / 3.0, within(1e-9));
        assertThat(all.cpuSeconds().median()).isEqualTo(8);
        assertThat(all.wallSeconds().largest()).isEqualTo(60);
        CostComparison newest = CostComparison.of(runs, 2, QUARTER);
        assertThat(newest.cpuSeconds()).isEqualTo(new CostComparison.Spread(6, 6, 8));
        assertThat(newest.from()).isEqualTo(runs.get(1).start());
    }

    @Test
    void continuousQueryIsItsProcessorTimeOverItsTime() {
        CostComparison found = of(Runs.continuous(0, 3_600, 180), Runs.continuous(60, 1_800, 90));
        assertThat(found.alwaysCores()).isEqualTo(0.05);
        CostComparison.Daily day =
                found.daily(Optional.empty(), Optional.empty()).get(0);
        assertThat(day.measured()).isTrue();
        assertThat(day.cpuHours()).isCloseTo(1.2, within(1e-9));
        assertThat(day.gibibyteHours()).isCloseTo(12, within(1e-9));
    }

    @Test
    void runWithoutAnEndIsCountedApartAndNotReckonedWith() {
        RecordedRun killed =
                Runs.run(RecordedRun.Trigger.AVAILABLE_NOW, 15, 300, 500, 1, RecordedRun.Outcome.UNDER_WAY);
        CostComparison found = of(Runs.scheduled(0, 3, 4), killed, Runs.scheduled(30, 3, 4));
        assertThat(found.withoutEnd()).isEqualTo(1);
        assertThat(found.cpuSeconds().largest()).isEqualTo(4);
        assertThat(found.every()).as("it was started as well").isEqualTo(QUARTER);
    }

    @Test
    void memoryThatOneRunDoesNotTellIsNotKnown() {
        RecordedRun untold = Runs.run(RecordedRun.Trigger.AVAILABLE_NOW, 15, 3, 4, -1, RecordedRun.Outcome.DONE);
        CostComparison found = of(Runs.scheduled(0, 3, 4), untold);
        assertThat(found.daily(Optional.empty(), Optional.empty()).get(0).gibibyteHours())
                .isNaN();
    }

    @Test
    void runsThatTakeLongerThanTheirDistanceOverlap() {
        CostComparison found = CostComparison.of(
                List.of(Runs.scheduled(0, 61, 4)), Integer.MAX_VALUE, Optional.of(Duration.ofMinutes(1)));
        assertThat(found.overlap()).isTrue();
        assertThat(CostComparison.of(found.runs(), 1, QUARTER).overlap()).isFalse();
    }
}
