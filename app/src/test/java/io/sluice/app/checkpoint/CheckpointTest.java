package io.sluice.app.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
    @TempDir
    Path folder;

    @Test
    void folderInUseIsRefusedAndFreeAgainAfterClose() {
        try (Checkpoint first = Checkpoint.open(folder)) {
            assertThat(first.folder()).isEqualTo(folder);
            assertThatThrownBy(() -> Checkpoint.open(folder))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("is in use by another process");
        }
        Checkpoint.open(folder).close();
    }

    @Test
    void pathBelowAFileIsRefusedWithTheReason() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> Checkpoint.open(file.resolve("checkpoint")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("checkpointLocation")
                .hasMessageContaining("cannot be written");
    }

    @Test
    void identityComesBackAsItWasSaved() {
        Map<String, String> fingerprint = new LinkedHashMap<>();
        fingerprint.put("window", "10 minutes");
        fingerprint.put("keys", "[UnitId]");
        QueryIdentity identity = new QueryIdentity(QueryIdentity.FORMAT, "an-id", fingerprint);
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            assertThat(checkpoint.identity()).isEmpty();
            checkpoint.saveIdentity(identity);
            assertThat(checkpoint.identity()).contains(identity);
        }
    }

    @Test
    void brokenIdentityIsAnErrorWithTheWayOut() throws IOException {
        Files.writeString(folder.resolve("query.json"), "{");
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            assertThatThrownBy(checkpoint::identity)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("query.json")
                    .hasMessageContaining("delete the folder");
        }
    }

    @Test
    void identityOfAnotherReleaseIsRefused() {
        QueryIdentity newer = new QueryIdentity(QueryIdentity.FORMAT + 1, "an-id", Map.of());
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            checkpoint.saveIdentity(newer);
            assertThatThrownBy(checkpoint::identity).hasMessageContaining("format = " + (QueryIdentity.FORMAT + 1));
        }
    }

    @Test
    void instanceKeepsItsNameForEver() {
        String name;
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            name = checkpoint.instanceId();
            assertThat(checkpoint.instanceId()).isEqualTo(name);
        }
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            assertThat(checkpoint.instanceId()).isEqualTo(name);
        }
    }

    @Test
    void savedOffsetsStandBesideThoseOfOtherIds() throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            LocalOffsets offsets = checkpoint.offsets();
            offsets.save("table", Map.of("a", new LocalOffsets.Position(5, 1)));
            offsets.save("table", Map.of("b", new LocalOffsets.Position(7, 2)));
            assertThat(checkpoint.offsets().positions())
                    .isEqualTo(Map.of(
                            "a", new LocalOffsets.Position(5, 1),
                            "b", new LocalOffsets.Position(7, 2)));
        }
    }

    @Test
    void savedTableIsKnownUntilItIsForgotten() {
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            LocalOffsets offsets = checkpoint.offsets();
            assertThat(offsets.table()).isEmpty();
            offsets.save("table", Map.of("a", new LocalOffsets.Position(5, 1)));
            assertThat(checkpoint.offsets().table()).contains("table");
            offsets.forget();
            assertThat(checkpoint.offsets().table()).isEmpty();
            assertThat(checkpoint.offsets().positions()).isEmpty();
        }
    }

    @Test
    void savedPositionsOfAnOlderReleaseAreRead() throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            Files.writeString(
                    folder.resolve("offsets").resolve("positions.json"),
                    "{\"positions\":{\"a\":{\"nextOffset\":5,\"version\":1}}}");
            assertThat(checkpoint.offsets().positions()).containsOnlyKeys("a");
            assertThat(checkpoint.offsets().table()).isEmpty();
        }
    }

    @Test
    void differencesNameOldAndNewValue() {
        QueryIdentity identity =
                new QueryIdentity(QueryIdentity.FORMAT, "an-id", Map.of("delay", "15 minutes", "key", "[a]"));
        assertThat(identity.differences(Map.of("delay", "15 minutes", "key", "[a]")))
                .isEmpty();
        assertThat(identity.differences(Map.of("delay", "10 minutes", "sink", "x")))
                .containsExactlyInAnyOrder(
                        "delay: was 15 minutes, is 10 minutes", "key: was [a], is gone", "sink: was absent, is x");
    }

    @Test
    void folderThatWasMadeForNothingGoes() {
        Path fresh = folder.resolve("fresh");
        Checkpoint.open(fresh).close();
        assertThat(fresh).doesNotExist();
        Checkpoint.open(folder).close();
        assertThat(folder).as("was there before").exists();
        try (Checkpoint used = Checkpoint.open(fresh)) {
            assertThat(used.instanceId()).isNotEmpty();
        }
        assertThat(fresh.resolve("instance")).exists();
        Path withPositions = folder.resolve("positions");
        try (Checkpoint used = Checkpoint.open(withPositions)) {
            used.offsets().save("table", Map.of("a", new LocalOffsets.Position(5, 1)));
        }
        assertThat(withPositions).exists();
    }

    @Test
    void brokenFileIsToldByItsPlaceAndNotByItsParser() throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(folder)) {
            Files.writeString(folder.resolve("offsets").resolve("positions.json"), "{\"positions\": {\n]");
            assertThatThrownBy(checkpoint::offsets)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("positions.json: cannot be read (line 2, column 1: Unexpected close marker")
                    .hasMessageNotContaining("Source");
            Files.writeString(folder.resolve("query.json"), "not JSON");
            assertThatThrownBy(checkpoint::identity)
                    .hasMessageContaining("query.json: is not the identity of a query (line 1, column ")
                    .hasMessageNotContaining("Source");
        }
    }
}
