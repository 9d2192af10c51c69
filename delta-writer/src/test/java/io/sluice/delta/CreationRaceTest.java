package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CreationRaceTest {
    private static final TableDefinition DEFINITION =
            new TableDefinition(new Schema(List.of(new Column("Place", DataType.Primitive.STRING, true))), List.of());

    @TempDir
    private Path folder;

    private StandaloneLog log() {
        DeltaOptions options = DeltaOptions.defaults();
        return new StandaloneLog(TableLocation.of(folder.toString(), options), options.clock());
    }

    @Test
    void tableThatAnotherWriterMadeSinceItWasLookedForIsNotReplaced() throws IOException {
        StandaloneLog slow = log();
        assertThat(slow.latest().getVersion()).isEqualTo(-1);
        StandaloneLog quick = log();
        quick.create(DEFINITION, Map.of());
        String id = quick.latest().getMetadata().getId();

        slow.create(DEFINITION, Map.of());

        assertThat(slow.latest().getVersion()).isZero();
        assertThat(slow.latest().getMetadata().getId()).isEqualTo(id);
    }
}
