package io.sluice.delta.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.commit.FakeLog.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommitterTest {
    private static final List<Span> SPANS = List.of(new Span("a", 0, 10), new Span("b", 0, 6));
    private static final Map<String, Long> DONE = Map.of("a", 10L, "b", 6L);
    private static final RetryPolicy FOUR = new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofSeconds(3));

    private final FakeLog log = new FakeLog();
    private final FakeStaging staging = new FakeStaging("ours");
    private final List<Duration> pauses = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private final Committer committer = new Committer("/t", log, FOUR, () -> now, this::pause);

    private void pause(Duration length) {
        pauses.add(length);
        now = now.plus(length);
    }

    @Test
    void confirmedCommitIsOneVersion() {
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
        assertThat(log.versions).hasSize(2);
        assertThat(log.positions()).isEqualTo(DONE);
        assertThat(pauses).isEmpty();
    }

    @Test
    void committedRowsAreNotEvenStaged() {
        log.append(DONE, "earlier");
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.AlreadyCommitted(1));
        assertThat(staging.present).isEmpty();
    }

    @Test
    void rowsThatDoNotFollowAreNotEvenStaged() {
        log.append(Map.of("a", 3L, "c", 9L), "earlier");
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Fenced(Map.of("a", 3L)));
        assertThat(staging.present).isEmpty();
    }

    @Test
    void noFilesMakeNoVersion() {
        staging.empty = true;
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.NothingToCommit(0));
        assertThat(log.versions).hasSize(1);
    }

    @Test
    void positionsAreMovedOnWithoutRowsWhereThatIsWished() {
        staging.empty = true;
        assertThat(committer.commitAlsoWithoutRows(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 0));
        assertThat(log.positions()).isEqualTo(DONE);
    }

    @Test
    void doubtAboutAVersionWithoutRowsIsResolvedByThePositions() {
        staging.empty = true;
        log.commitFaults.add(Fault.FAILS_AFTER);
        assertThat(committer.commitAlsoWithoutRows(SPANS, staging)).isEqualTo(new CommitOutcome.AlreadyCommitted(1));
        log.append(Map.of("a", 11L), "a rival's");
        List<Span> next = List.of(new Span("a", 11, 12));
        log.commitFaults.add(Fault.FAILS_BEFORE);
        log.successor = () -> log.append(Map.of("a", 13L), "a rival's");
        assertThat(committer.commitAlsoWithoutRows(next, staging))
                .isEqualTo(new CommitOutcome.Fenced(Map.of("a", 13L)));
    }

    @Test
    void unreadableLogIsTriedAgainWithGrowingPauses() {
        Collections.addAll(log.beginFaults, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE);
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3));
    }

    @Test
    void positionsAreAskedForAsPatientlyAsACommitIsTried() {
        log.append(Map.of("a", 3L, "c", 9L), "earlier");
        Collections.addAll(log.beginFaults, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE);
        assertThat(committer.positions(Set.of("a", "b"))).isEqualTo(Map.of("a", 3L));
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3));
    }

    @Test
    void positionsThatCannotBeReadAreReportedInTheEnd() {
        Collections.addAll(
                log.beginFaults, Collections.nCopies(4, Fault.FAILS_BEFORE).toArray(new Fault[0]));
        assertThatThrownBy(() -> committer.positions(Set.of("a")))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("table /t: could not be read (4 attempts in 6.0 s)");
    }

    @Test
    void filesThatCouldNotBeWrittenAreWrittenAgain() {
        staging.failures = 2;
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
        assertThat(log.files()).isEqualTo(staging.present);
    }

    @Test
    void commitThatDidNotHappenIsRepeatedWithTheSameFiles() {
        Collections.addAll(log.commitFaults, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE);
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
        assertThat(log.files()).containsExactly("ours-0", "ours-1");
        assertThat(staging.present).containsExactly("ours-0", "ours-1");
    }

    @Test
    void commitThatHappenedThoughItFailedIsCommittedOnce() {
        log.commitFaults.add(Fault.FAILS_AFTER);
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
        assertThat(log.files()).containsExactly("ours-0", "ours-1");
        assertThat(staging.present).containsExactly("ours-0", "ours-1");
    }

    @Test
    void anErrorAfterTheEffectIsAsGoodAsAnException() {
        log.commitFaults.add(Fault.DIES_AFTER);
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
        assertThat(log.files()).hasSize(2);
    }

    @Test
    void happenedButUnreadableForAWhileIsFoundInTheEnd() {
        log.commitFaults.add(Fault.FAILS_AFTER);
        Collections.addAll(log.beginFaults, Fault.NONE, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE);
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
        assertThat(log.files()).hasSize(2);
    }

    @Test
    void versionOfOurCommitIsFoundBehindThoseOfOthers() {
        log.commitFaults.add(Fault.FAILS_AFTER);
        log.rival = () -> log.append(Map.of("c", 1L), "other");
        log.successor = () -> log.append(Map.of("c", 2L), "other2");
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(2, 6));
    }

    @Test
    void rivalWithTheSameRowsLeavesOursOutAndOurFilesAreRemoved() {
        log.rival = () -> log.append(DONE, "rival");
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.AlreadyCommitted(1));
        assertThat(log.files()).containsExactly("rival");
        assertThat(staging.present).isEmpty();
    }

    @Test
    void rivalOnOneInputFencesAllAndOurFilesAreRemoved() {
        log.rival = () -> log.append(Map.of("b", 6L), "rival");
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Fenced(Map.of("b", 6L)));
        assertThat(log.files()).containsExactly("rival");
        assertThat(staging.present).isEmpty();
    }

    @Test
    void filesOfACommitThatHappenedStayWhenItsSuccessorFencesUs() {
        log.commitFaults.add(Fault.FAILS_AFTER);
        log.successor = () -> log.append(Map.of("a", 15L), "successor");
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Fenced(Map.of("a", 15L, "b", 6L)));
        assertThat(log.files()).containsExactly("ours-0", "ours-1", "successor");
        assertThat(staging.present).containsExactly("ours-0", "ours-1");
    }

    @Test
    void filesStayWhenTheLogCannotTellWhoseTheCommitWas() {
        log.rival = () -> log.append(Map.of("b", 6L), "rival");
        log.addedUnreadable = true;
        assertThat(committer.commit(SPANS, staging)).isInstanceOf(CommitOutcome.Fenced.class);
        assertThat(staging.present).hasSize(2);
    }

    @Test
    void commitOfOthersOnOtherInputsDoesNotDisturb() {
        log.rival = () -> log.append(Map.of("c", 1L), "other");
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(2, 6));
    }

    @Test
    void positionThatVanishedIsNotTakenForAFirstCommit() {
        log.append(Map.of("a", 0L, "b", 0L), "earlier");
        log.commitFaults.add(Fault.FAILS_BEFORE);
        log.successor = log.versions::clear;
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Fenced(Map.of()));
    }

    @Test
    void fullDiskIsReportedWithTableAttemptsTimeAndCause() {
        staging.failures = 100;
        assertThatThrownBy(() -> committer.commit(SPANS, staging))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("table /t: could not be written (4 attempts in 6.0 s)")
                .hasMessageContaining("the disk is full");
        assertThat(log.versions).hasSize(1);
        staging.failures = 0;
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
    }

    @Test
    void commitThatNeverHappensLeavesNoFilesWhenItCannotHappenLater() {
        Collections.addAll(
                log.commitFaults, Collections.nCopies(4, Fault.FAILS_BEFORE).toArray(new Fault[0]));
        assertThatThrownBy(() -> committer.commit(SPANS, staging)).isInstanceOf(DeltaUnavailableException.class);
        assertThat(staging.present).isEmpty();
        assertThat(log.versions).hasSize(1);
    }

    @Test
    void commitThatMayHappenLaterKeepsItsFiles() {
        log.lateCommits = true;
        Collections.addAll(
                log.commitFaults, Collections.nCopies(4, Fault.FAILS_BEFORE).toArray(new Fault[0]));
        assertThatThrownBy(() -> committer.commit(SPANS, staging)).isInstanceOf(DeltaUnavailableException.class);
        assertThat(staging.present).hasSize(2);
    }

    @Test
    void lastAttemptThatHappenedThoughItFailedIsStillFound() {
        Collections.addAll(
                log.commitFaults, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE, Fault.FAILS_BEFORE, Fault.FAILS_AFTER);
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.Committed(1, 6));
    }

    @Test
    void doubtThatCannotBeResolvedKeepsFilesAndIsResolvedByTheNextCall() {
        log.commitFaults.add(Fault.FAILS_AFTER);
        log.beginFaults.add(Fault.NONE);
        Collections.addAll(
                log.beginFaults, Collections.nCopies(3, Fault.FAILS_BEFORE).toArray(new Fault[0]));
        assertThatThrownBy(() -> committer.commit(SPANS, staging))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("could not be read after a commit failed");
        assertThat(staging.present).hasSize(2);
        assertThat(committer.commit(SPANS, staging)).isEqualTo(new CommitOutcome.AlreadyCommitted(1));
        assertThat(log.files()).hasSize(2);
    }

    @Test
    void interruptStopsTheRetriesAndStaysSet() {
        Committer interrupted = new Committer("/t", log, FOUR, () -> now, length -> {
            throw new InterruptedException();
        });
        log.commitFaults.add(Fault.FAILS_BEFORE);
        assertThatThrownBy(() -> interrupted.commit(SPANS, staging))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(log.begins).isEqualTo(1);
    }

    @Test
    void badRowIsNotTriedAgain() {
        Staging bad = new Staging() {
            @Override
            public List<DataFile> write() {
                throw new IllegalArgumentException("column 'x' = null");
            }

            @Override
            public boolean areThere(List<DataFile> files) {
                return true;
            }

            @Override
            public void repair(List<DataFile> files) {}

            @Override
            public void delete(List<DataFile> files) {
                throw new AssertionError("nothing to delete");
            }
        };
        assertThatThrownBy(() -> committer.commit(SPANS, bad)).hasMessage("column 'x' = null");
        assertThat(log.begins).isEqualTo(1);
    }
}
