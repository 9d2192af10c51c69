package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnCommitsTest {
    private final List<TableCommit> log = new ArrayList<>();
    private final List<String> reads = new ArrayList<>();
    private long earliest;

    private OwnCommits fresh() {
        return new OwnCommits("t", "q:", this::read);
    }

    private List<TableCommit> read(long first, long last) {
        reads.add(first + "-" + last);
        return log.stream()
                .filter(commit -> commit.version() >= Math.max(first, earliest) && commit.version() <= last)
                .toList();
    }

    private long add(String operation, Set<String> ids, OptionalLong target, Set<String> added, Set<String> removed) {
        long version = log.size();
        log.add(new TableCommit(version, ids, OptionalLong.of(version - 1), operation, target, false, added, removed));
        return version;
    }

    private long ours() {
        return add("STREAMING UPDATE", Set.of("q:t:0"), OptionalLong.empty(), Set.of("f" + log.size()), Set.of());
    }

    private long other() {
        return add("WRITE", Set.of(), OptionalLong.empty(), Set.of("f" + log.size()), Set.of());
    }

    private long restore(long target) {
        return add("RESTORE", Set.of(), OptionalLong.of(target), Set.of(), Set.of());
    }

    private long accept() {
        return add("Manual Update", Set.of("q:accepted"), OptionalLong.empty(), Set.of(), Set.of());
    }

    @Test
    void restoreToBeforeOurCommitIsALoss() {
        other();
        ours();
        other();
        long latest = restore(0);
        assertThatThrownBy(() -> fresh().verify(latest))
                .isInstanceOf(LostCommitException.class)
                .hasMessageContaining("table t: version 3 (RESTORE) set it back to version 0")
                .hasMessageContaining("the last of them as version 1");
    }

    @Test
    void lossIsFoundBehindLaterCommitsOfOthers() {
        other();
        ours();
        restore(0);
        for (int i = 0; i < 500; i++) {
            other();
        }
        assertThatThrownBy(() -> fresh().verify(log.size() - 1L)).isInstanceOf(LostCommitException.class);
    }

    @Test
    void restoreThatKeepsOurCommitIsNone() throws IOException {
        other();
        long kept = ours();
        other();
        other();
        fresh().verify(restore(kept));
        fresh().verify(restore(kept + 1));
    }

    @Test
    void restoringForwardBringsTheRowsBack() throws IOException {
        other();
        long good = ours();
        restore(0);
        fresh().verify(restore(good));
    }

    @Test
    void commitOfAWriterThatHadNotSeenTheRestoreDoesNotHideIt() {
        other();
        ours();
        restore(0);
        log.add(new TableCommit(
                3,
                Set.of("q:t:0"),
                OptionalLong.of(1),
                "STREAMING UPDATE",
                OptionalLong.empty(),
                false,
                Set.of(),
                Set.of()));
        assertThatThrownBy(() -> fresh().verify(3)).isInstanceOf(LostCommitException.class);
    }

    @Test
    void acceptedLossIsNoneUntilTheNextOne() throws IOException {
        other();
        ours();
        restore(0);
        long accepted = accept();
        fresh().verify(accepted);
        ours();
        other();
        fresh().verify(log.size() - 1L);
        long again = restore(accepted);
        assertThatThrownBy(() -> fresh().verify(again))
                .isInstanceOf(LostCommitException.class)
                .hasMessageContaining("as version 4");
    }

    @Test
    void replacedTableHasLostEverythingOfOurs() {
        ours();
        long latest = add("CREATE OR REPLACE TABLE AS SELECT", Set.of(), OptionalLong.empty(), Set.of(), Set.of());
        assertThatThrownBy(() -> fresh().verify(latest))
                .hasMessageContaining("version 1 (CREATE OR REPLACE TABLE AS SELECT) replaced its content");
    }

    @Test
    void restoreByTimeIsToldByItsFiles() throws IOException {
        other();
        long kept = ours();
        other();
        add("RESTORE", Set.of(), OptionalLong.empty(), Set.of(), Set.of("f2"));
        fresh().verify(3);
        add("RESTORE", Set.of(), OptionalLong.empty(), Set.of(), Set.of("f" + kept));
        assertThatThrownBy(() -> fresh().verify(4)).hasMessageContaining("set it back to version 0");
    }

    @Test
    void restoreByTimeOverACompaction() throws IOException {
        other();
        ours();
        add("OPTIMIZE", Set.of(), OptionalLong.empty(), Set.of("c"), Set.of("f0", "f1"));
        add("RESTORE", Set.of(), OptionalLong.empty(), Set.of("f0", "f1"), Set.of("c"));
        fresh().verify(3);
        add("RESTORE", Set.of(), OptionalLong.empty(), Set.of(), Set.of("f1"));
        assertThatThrownBy(() -> fresh().verify(4)).hasMessageContaining("set it back to version 0");
    }

    @Test
    void whatCannotBeToldIsALoss() {
        other();
        other();
        ours();
        other();
        long latest = restore(0);
        earliest = 3;
        assertThatThrownBy(() -> fresh().verify(latest)).hasMessageContaining("version 2 has no log file any more");
    }

    @Test
    void onlyNewVersionsAreReadWhileAWriterRuns() throws IOException {
        OwnCommits running = fresh();
        running.nothingIsOurs(other());
        running.committed(ours());
        running.verify(1);
        assertThat(running.isVerified(1)).isTrue();
        assertThat(reads).isEmpty();
        other();
        running.verify(other());
        assertThat(reads).containsExactly("2-3");
    }

    @Test
    void startReadsBackToOurLastCommitOnly() throws IOException {
        for (int i = 0; i < 2000; i++) {
            other();
        }
        ours();
        for (int i = 0; i < 100; i++) {
            other();
        }
        fresh().verify(2100);
        assertThat(reads).containsExactly("2037-2100", "1973-2036");
    }

    @Test
    void expiredLogIsNoLoss() {
        for (int i = 0; i < 5; i++) {
            other();
        }
        earliest = 3;
        assertThatCode(() -> fresh().verify(4)).doesNotThrowAnyException();
    }
}
