package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.Test;

class EarlyCommitTest {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private long nowMs = 100_000;
    private final EarlyCommit.Rule rule = new EarlyCommit.Rule(PAUSE, false, () -> nowMs);
    private final EarlyCommit.Rule readingEnds = new EarlyCommit.Rule(PAUSE, true, () -> nowMs);

    /** A task in the test context of Kafka Streams. */
    private final class Task {
        private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
        private final EarlyCommit commit;

        Task() {
            this(rule);
        }

        Task(EarlyCommit.Rule rule) {
            commit = rule.begin(context);
        }

        Task(EarlyCommit.Rule rule, long position, long end) {
            commit = rule.begin(context, position, end);
        }

        void takes(boolean awaited) {
            commit.taken(awaited);
        }

        void takesUpTo(long position) {
            commit.taken(false, position);
        }

        void commits() {
            commits(0);
        }

        void commits(long writingMs) {
            context.resetCommit();
            commit.committing(() -> nowMs += writingMs);
        }

        void looks() {
            context.scheduledPunctuators().get(0).getPunctuator().punctuate(nowMs);
        }

        boolean asksForCommit() {
            return context.committed();
        }
    }

    @Test
    void awaitedRowsAskAtOnceWhenTheLastCommitIsLongAgo() {
        Task task = new Task();
        task.commits();
        nowMs += 1_000;
        task.takes(true);
        assertThat(task.asksForCommit()).isTrue();
    }

    @Test
    void awaitedRowsWaitUntilThePauseIsOver() {
        Task task = new Task();
        task.commits();
        nowMs += 950;
        task.takes(true);
        assertThat(task.asksForCommit()).isFalse();
        nowMs += 49;
        task.looks();
        assertThat(task.asksForCommit()).isFalse();
        nowMs += 1;
        task.looks();
        assertThat(task.asksForCommit()).isTrue();
    }

    @Test
    void recordsThatNobodyAwaitsAskForNothingWhileMoreCome() {
        Task task = new Task();
        for (int i = 0; i < 100; i++) {
            nowMs += 99;
            task.looks();
            task.takes(false);
        }
        assertThat(task.asksForCommit()).isFalse();
    }

    @Test
    void whereReadingEndsTheyAskWhenThePauseIsOver() {
        Task task = new Task(readingEnds);
        task.commits();
        nowMs += 999;
        task.takes(false);
        assertThat(task.asksForCommit()).isFalse();
        nowMs += 1;
        task.takes(false);
        assertThat(task.asksForCommit()).isTrue();
    }

    @Test
    void whereReadingEndsThePauseIsFiveTimesAsLongAsTheTasksOfTheThreadHaveWritten() {
        Task task = new Task(readingEnds);
        Task other = new Task(readingEnds);
        for (int commit = 0; commit < 2; commit++) {
            task.takes(true);
            other.takes(false);
            task.commits(300);
            other.commits(100);
            nowMs += 1_899;
            task.takes(true);
            assertThat(task.asksForCommit()).isFalse();
            nowMs += 1;
            task.looks();
            assertThat(task.asksForCommit()).isTrue();
        }
    }

    @Test
    void lastTaskOfAThreadThatGetsToItsEndAsksAtOnce() {
        Task first = new Task(readingEnds, 0, 10);
        Task atItsEnd = new Task(readingEnds, 7, 7);
        Task second = new Task(readingEnds, 3, 20);
        first.takesUpTo(10);
        assertThat(first.asksForCommit()).as("others read on").isFalse();
        second.takesUpTo(19);
        assertThat(second.asksForCommit()).isFalse();
        second.takesUpTo(20);
        assertThat(second.asksForCommit()).isTrue();
        assertThat(atItsEnd.asksForCommit()).isFalse();
    }

    @Test
    void taskThatIsClosedOnItsWayIsNotWaitedFor() {
        Task moved = new Task(readingEnds, 0, 10);
        Task stays = new Task(readingEnds, 0, 10);
        moved.commit.close();
        stays.takesUpTo(10);
        assertThat(stays.asksForCommit()).isTrue();
    }

    @Test
    void whereReadingGoesOnForEverWhatIsAwaitedDoesNotWaitBecauseOfHowLongWritingTook() {
        Task task = new Task();
        task.takes(true);
        task.commits(5_000);
        nowMs += 1_000;
        task.takes(true);
        assertThat(task.asksForCommit()).isTrue();
    }

    @Test
    void pausedInputAsksAndOnlyOnce() {
        Task task = new Task();
        task.takes(false);
        nowMs += 99;
        task.looks();
        assertThat(task.asksForCommit()).isFalse();
        nowMs += 1;
        task.looks();
        assertThat(task.asksForCommit()).isTrue();
        task.commits();
        nowMs += 10_000;
        task.looks();
        assertThat(task.asksForCommit()).isFalse();
    }

    /** Else each commit would send to the task behind the shuffle, whose pause after it would ask for the next commit. */
    @Test
    void pauseOfOneTaskAsksForNothingWhileAnotherOfItsThreadIsBusy() {
        Task source = new Task();
        Task ledger = new Task();
        ledger.takes(false);
        for (int i = 0; i < 10; i++) {
            nowMs += 60;
            source.takes(false);
            nowMs += 40;
            ledger.looks();
        }
        assertThat(ledger.asksForCommit()).isFalse();
        nowMs += 60;
        ledger.looks();
        assertThat(ledger.asksForCommit()).isTrue();
    }

    @Test
    void taskOfAnotherThreadDoesNotMatter() throws InterruptedException {
        Task here = new Task();
        here.takes(false);
        nowMs += 100;
        Thread other = new Thread(() -> new Task().takes(false));
        other.start();
        other.join();
        here.looks();
        assertThat(here.asksForCommit()).isTrue();
    }
}
