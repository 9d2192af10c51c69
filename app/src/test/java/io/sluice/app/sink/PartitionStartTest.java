package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.checkpoint.LocalOffsets.Position;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionStartTest {

    @Test
    void tableThatWasNeverCommittedToStartsAtTheBeginning() {
        assertThat(PartitionStart.of("id", Map.of(), Map.of(), 0, 100)).isZero();
    }

    @Test
    void tablesPositionCounts() {
        assertThat(PartitionStart.of("id", Map.of("id", 40L), Map.of(), 40, 100))
                .isEqualTo(40);
        assertThat(PartitionStart.of("id", Map.of("id", 40L), Map.of("id", new Position(30, 2)), 0, 100))
                .isEqualTo(40);
    }

    @Test
    void localCheckpointAheadOfTheTableMeansThatTheTableLostRows() {
        assertThatThrownBy(() -> PartitionStart.of("id", Map.of("id", 40L), Map.of("id", new Position(50, 7)), 0, 100))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("version 7")
                .hasMessageContaining("below offset 50")
                .hasMessageContaining("offset 40")
                .hasMessageContaining("sluice reset");
        assertThatThrownBy(() -> PartitionStart.of("id", Map.of(), Map.of("id", new Position(50, 7)), 0, 100))
                .hasMessageContaining("the table's log says nothing");
    }

    @Test
    void deletedRowsThatTheTableLacksAreAnErrorAlsoWithoutALocalCheckpoint() {
        assertThatThrownBy(() -> PartitionStart.of("id", Map.of(), Map.of(), 12, 100))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("begins at offset 12");
        assertThatThrownBy(() -> PartitionStart.of("id", Map.of("id", 11L), Map.of(), 12, 100))
                .isInstanceOf(MissingRowsException.class);
    }

    @Test
    void positionAtTheEndIsTheUsualCase() {
        assertThat(PartitionStart.of("id", Map.of("id", 40L), Map.of(), 40, 40)).isEqualTo(40);
        assertThat(PartitionStart.of("id", Map.of(), Map.of(), 0, 0)).isZero();
    }

    @Test
    void positionBeyondTheEndMeansThatTheTopicLostRows() {
        assertThatThrownBy(() -> PartitionStart.of("id", Map.of("id", 40L), Map.of(), 0, 39))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("offset 40")
                .hasMessageContaining("ends at offset 39")
                .hasMessageContaining("sluice reset");
    }

    @Test
    void tableWithAnotherIdIsAnotherTable() {
        PartitionStart.requireSameTable(Optional.empty(), "b");
        PartitionStart.requireSameTable(Optional.of("b"), "b");
        assertThatThrownBy(() -> PartitionStart.requireSameTable(Optional.of("a"), "b"))
                .isInstanceOf(MissingRowsException.class)
                .hasMessageContaining("id a")
                .hasMessageContaining("has id b")
                .hasMessageContaining("sluice reset --accept-table");
    }
}
