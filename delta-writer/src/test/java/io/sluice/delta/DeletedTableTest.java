package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.Pause;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.delta.commit.Span;
import io.sluice.delta.file.TableFolder;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that is deleted while a writer commits to it: the writer says so, and nothing is made where the table was. */
class DeletedTableTest {
    private static final Schema SCHEMA =
            Schema.of(Rows.column("k", Primitive.STRING), Rows.column("n", Primitive.LONG));
    private static final List<Row> ROWS = List.of(Rows.of(SCHEMA, "k", 0));
    private static final List<Span> SPANS = List.of(new Span("q:0", 0, 1));
    private static final RetryPolicy THREE = new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1));

    @TempDir
    private Path folder;

    /** The product's folder of data files; what is done before the next questions whether a file exists, and before the next files. */
    private record Hooks(TableFolder folder, Deque<Runnable> beforeExists, Deque<Runnable> beforeCreate)
            implements TableFolder {
        private static void run(Deque<Runnable> next) {
            if (!next.isEmpty()) {
                next.remove().run();
            }
        }

        @Override
        public OutputFile create(String path) throws IOException {
            run(beforeCreate);
            return folder.create(path);
        }

        @Override
        public boolean exists(String path) throws IOException {
            run(beforeExists);
            return folder.exists(path);
        }

        @Override
        public FileFacts seal(String path) throws IOException {
            return folder.seal(path);
        }

        @Override
        public void delete(String path) throws IOException {
            folder.delete(path);
        }

        @Override
        public InputFile open(String path) throws IOException {
            return folder.open(path);
        }
    }

    private final Deque<Runnable> beforeExists = new ArrayDeque<>();
    private final Deque<Runnable> beforeCreate = new ArrayDeque<>();

    private Path path() {
        return folder.resolve("table");
    }

    private DeltaTable open(boolean partitioned) {
        return open(partitioned, length -> {});
    }

    private DeltaTable open(boolean partitioned, Pause pause) {
        DeltaOptions options = DeltaOptions.defaults().withRetries(THREE, pause);
        DeltaTable table =
                DeltaTable.at(path().toString(), options, folders -> new Hooks(folders, beforeExists, beforeCreate));
        table.ensure(SCHEMA, partitioned ? List.of("k") : List.of());
        return table;
    }

    private void takeAway() {
        move(path(), folder.resolve("away"));
    }

    private void bringBack() {
        move(folder.resolve("away"), path());
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a VACUUM without retention does. */
    private void deleteDataFiles() {
        try (Stream<Path> files = Files.walk(path())) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".parquet")).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertGone(DeltaTable table) {
        assertThatThrownBy(() -> table.commit(SPANS, ROWS))
                .isInstanceOf(DeltaUnavailableException.class)
                .hasMessageContaining("the table is gone");
        assertThat(path()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tableDeletedRightAfterACommitIsNotRepaired(boolean partitioned) {
        DeltaTable table = open(partitioned);
        beforeExists.add(this::takeAway);
        assertGone(table);
        assertThat(beforeExists).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tableDeletedBeforeItsFileIsWrittenIsNotMadeAgain(boolean partitioned) {
        DeltaTable table = open(partitioned);
        beforeCreate.add(this::takeAway);
        assertGone(table);
        assertThat(beforeCreate).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tableDeletedUnderARepairIsNotMadeAgain(boolean partitioned) {
        DeltaTable table = open(partitioned);
        beforeCreate.add(() -> {});
        beforeCreate.add(this::takeAway);
        beforeExists.add(this::deleteDataFiles);
        assertGone(table);
        assertThat(beforeCreate).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tableThatTookThePlaceOfADeletedOneGetsNoFileOfIt(boolean partitioned) {
        DeltaTable table = open(partitioned);
        beforeExists.add(() -> {
            takeAway();
            open(partitioned);
        });
        assertThatThrownBy(() -> table.commit(SPANS, ROWS))
                .isInstanceOf(TableMismatchException.class)
                .hasMessageContaining("it was replaced by another table");
        assertThat(path()).isDirectoryNotContaining("glob:**.parquet").isDirectoryNotContaining("glob:**k=*");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fileThatAloneIsMissingIsWrittenAgain(boolean partitioned) {
        DeltaTable table = open(partitioned);
        beforeExists.add(this::deleteDataFiles);
        assertThat(table.commit(SPANS, ROWS)).isEqualTo(new CommitOutcome.Committed(1, 1));
        assertThat(Rows.in(table)).containsExactly("k='k' n=0");
    }

    /** A share that is away for a moment. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tableThatComesBackIsLookedAtAgain(boolean partitioned) {
        DeltaTable table = open(partitioned, length -> bringBack());
        beforeExists.add(this::takeAway);
        assertThat(table.commit(SPANS, ROWS)).isEqualTo(new CommitOutcome.Committed(1, 1));
        assertThat(Rows.in(table)).containsExactly("k='k' n=0");
    }
}
