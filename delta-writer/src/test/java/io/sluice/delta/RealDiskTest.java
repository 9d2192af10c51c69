package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.delta.commit.Span;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a file system of three megabytes. Where this user may not mount one, the faults are those of {@link FaultyStorageTest} only. */
class RealDiskTest {
    private static final Schema SCHEMA =
            Schema.of(Rows.column("blob", Primitive.BINARY), Rows.column("n", Primitive.LONG));

    @TempDir
    private Path folder;

    private Path disk = Path.of("");

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk.toString()), "may not mount");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    private DeltaTable open() {
        DeltaOptions options =
                DeltaOptions.defaults().withRetries(new RetryPolicy(2, Duration.ZERO, Duration.ZERO), length -> {});
        DeltaTable table = DeltaTable.at(disk.resolve("table").toString(), options);
        table.ensure(SCHEMA, List.of());
        return table;
    }

    private static List<Row> rows(int count) {
        Random random = new Random(7);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] blob = new byte[1000];
            random.nextBytes(blob);
            rows.add(Rows.of(SCHEMA, blob, i));
        }
        return rows;
    }

    @Test
    void fullDiskIsNamedAndAfterwardsItGoesOn() throws IOException {
        DeltaTable table = open();
        Path ballast = Files.write(disk.resolve("ballast"), new byte[2_000_000]);
        List<Span> spans = List.of(new Span("q:0", 0, 1500));

        assertThatThrownBy(() -> table.commit(spans, rows(1500)))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining(disk.toString())
                .hasMessageContaining("2 attempts")
                .hasMessageContaining("the disk is full: free some space and start again");
        assertThat(disk.resolve("table")).isDirectoryNotContaining("glob:**.parquet");

        Files.delete(ballast);
        assertThat(table.commit(spans, rows(1500))).isEqualTo(new CommitOutcome.Committed(1, 1500));
        assertThat(Rows.in(table)).hasSize(1500);
    }

    @Test
    void readOnlyDiskIsNamedAtTheStartAndInACommit() throws Exception {
        DeltaTable table = open();
        assertThat(run("mount", "-o", "remount,ro", disk.toString())).isTrue();

        assertThatThrownBy(() -> table.commit(List.of(new Span("q:0", 0, 1)), rows(1)))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("the file system is read-only");
        assertThatThrownBy(this::open)
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("the file system is read-only");
    }
}
