package io.sluice.app.lateness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NeededDelaysTest {
    private static long[] random(long seed) {
        Random random = new Random(seed);
        return LongStream.range(0, 300)
                .map(i -> (long) (Math.abs(random.nextGaussian()) * 1_000) - 200)
                .toArray();
    }

    private static long dropped(long[] droppedUpTo, long delay) {
        return Arrays.stream(droppedUpTo).filter(row -> delay <= row).count();
    }

    @Test
    void answersAreTheSmallestDelaysThatDoWhileAllAreKept() {
        for (long seed = 0; seed < 50; seed++) {
            long[] rows = random(seed);
            NeededDelays needed = new NeededDelays();
            Arrays.stream(rows).forEach(needed::add);
            for (long atMost : new long[] {0, 1, 3, 10, 200}) {
                NeededDelays.Loss smallest = needed.smallestDropping(atMost);
                assertThat(smallest.dropped())
                        .as("seed %d, at most %d", seed, atMost)
                        .isEqualTo(dropped(rows, smallest.micros()))
                        .isLessThanOrEqualTo(atMost);
                if (smallest.micros() > 0) {
                    assertThat(dropped(rows, smallest.micros() - 1))
                            .as("seed %d, a microsecond less", seed)
                            .isGreaterThan(atMost);
                }
            }
        }
    }

    @Test
    void answersStayOnTheSafeSideWhenTooManyAreDifferent() {
        for (long seed = 0; seed < 50; seed++) {
            long[] rows = random(seed);
            NeededDelays needed = new NeededDelays(20);
            Arrays.stream(rows).forEach(needed::add);
            assertThat(needed.resolution()).isGreaterThan(1);
            assertThat(needed.steps().size()).isLessThanOrEqualTo(21);
            long[] exact = Arrays.stream(rows).sorted().toArray();
            for (int atMost : new int[] {0, 3, 30}) {
                NeededDelays.Loss smallest = needed.smallestDropping(atMost);
                long best = exact[exact.length - 1 - atMost] + 1;
                assertThat(dropped(rows, smallest.micros()))
                        .as("seed %d, at most %d", seed, atMost)
                        .isEqualTo(smallest.dropped())
                        .isLessThanOrEqualTo(atMost);
                assertThat(smallest.micros() - best)
                        .as("seed %d, at most %d", seed, atMost)
                        .isBetween(0L, atMost == 0 ? 0 : needed.resolution());
            }
        }
    }

    @Test
    void noRowNeedsADelayOfLessThanNothing() {
        NeededDelays needed = new NeededDelays();
        needed.add(-1);
        assertThat(needed.smallestDropping(0)).isEqualTo(new NeededDelays.Loss(0, 0));
        needed.add(0);
        assertThat(needed.smallestDropping(0)).isEqualTo(new NeededDelays.Loss(1, 0));
        assertThat(needed.steps()).containsExactly(new NeededDelays.Loss(0, 1), new NeededDelays.Loss(1, 0));
    }
}
