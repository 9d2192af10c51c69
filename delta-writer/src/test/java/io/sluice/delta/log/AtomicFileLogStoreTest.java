package io.sluice.delta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileLogStoreTest {
    private static final int THREADS = 6;
    private static final int VERSIONS = 60;

    private final Configuration configuration = new Configuration(false);
    private final AtomicFileLogStore store = new AtomicFileLogStore(configuration);

    @TempDir
    private Path folder;

    private org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(folder.toUri().toString(), name);
    }

    private void write(String name, boolean overwrite, String... lines) throws IOException {
        store.write(path(name), List.of(lines).iterator(), overwrite, configuration);
    }

    private List<String> read(String name) throws IOException {
        List<String> lines = new ArrayList<>();
        try (var in = store.read(path(name), configuration)) {
            in.forEachRemaining(lines::add);
        }
        return lines;
    }

    private List<String> list(String from) throws IOException {
        List<String> names = new ArrayList<>();
        Iterator<FileStatus> files = store.listFrom(path(from), configuration);
        files.forEachRemaining(file -> names.add(file.getPath().getName()));
        return names;
    }

    private List<String> allFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void linesComeBackAndNothingElseIsLeft() throws IOException {
        write("00000000000000000001.json", false, "{\"a\":\"zażółć\"}", "{}");
        assertThat(read("00000000000000000001.json")).containsExactly("{\"a\":\"zażółć\"}", "{}");
        assertThat(allFiles()).containsExactly("00000000000000000001.json");
    }

    @Test
    void anExistingFileIsNeverTouched() throws IOException {
        write("1.json", false, "first");
        assertThatThrownBy(() -> write("1.json", false, "second")).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read("1.json")).containsExactly("first");
        assertThat(allFiles()).containsExactly("1.json");
    }

    @Test
    void overwritingReplacesAndDropsAStaleChecksum() throws IOException {
        write("_last_checkpoint", true, "one");
        Files.writeString(folder.resolve("._last_checkpoint.crc"), "checksum of one");
        write("_last_checkpoint", true, "two");
        assertThat(read("_last_checkpoint")).containsExactly("two");
        assertThat(allFiles()).containsExactly("_last_checkpoint");
    }

    @Test
    void listingIsInOrderFromTheGivenNameOn() throws IOException {
        for (String name : List.of("3.json", "1.json", "2.checkpoint.parquet", "2.json", ".hidden.tmp")) {
            write(name, false, "x");
        }
        assertThat(list("2.checkpoint")).containsExactly("2.checkpoint.parquet", "2.json", "3.json");
        FileStatus status = store.listFrom(path("3.json"), configuration).next();
        assertThat(status.getLen()).isEqualTo(2);
        assertThat(status.getPath().toUri().getScheme()).isEqualTo("file");
    }

    @Test
    void whatIsMissingIsReportedTheWayTheLibraryUnderstands() {
        assertThatThrownBy(() -> read("1.json")).isInstanceOf(FileNotFoundException.class);
        org.apache.hadoop.fs.Path missing = new org.apache.hadoop.fs.Path(path("missing"), "1.json");
        assertThatThrownBy(() -> store.listFrom(missing, configuration)).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void aFailedWriteLeavesNothing() throws IOException {
        Iterator<String> breaking = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                throw new IllegalStateException("broken");
            }
        };
        assertThatThrownBy(() -> store.write(path("1.json"), breaking, false, configuration))
                .hasMessage("broken");
        assertThat(allFiles()).isEmpty();
    }

    @Test
    void probeLeavesNothing() throws IOException {
        AtomicFileLogStore.probe(folder);
        assertThat(allFiles()).isEmpty();
    }

    @Test
    void ofManyWritersOfOneVersionExactlyOneWins() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<List<Integer>>> writers = new ArrayList<>();
            for (int writer = 0; writer < THREADS; writer++) {
                writers.add(winsOf("writer " + writer));
            }
            List<Integer> wins = new ArrayList<>();
            for (Future<List<Integer>> each : threads.invokeAll(writers)) {
                wins.addAll(each.get());
            }
            assertThat(wins).doesNotHaveDuplicates().hasSize(VERSIONS);
        } finally {
            threads.shutdownNow();
        }
        assertThat(allFiles()).hasSize(VERSIONS);
        for (int version = 0; version < VERSIONS; version++) {
            List<String> lines = read(version + ".json");
            assertThat(lines).hasSize(50).containsOnly(lines.get(0));
        }
    }

    private Callable<List<Integer>> winsOf(String writer) {
        return () -> {
            List<Integer> wins = new ArrayList<>();
            for (int version = 0; version < VERSIONS; version++) {
                try {
                    write(
                            version + ".json",
                            false,
                            java.util.Collections.nCopies(50, writer).toArray(new String[0]));
                    wins.add(version);
                } catch (FileAlreadyExistsException lost) {
                    assertThat(read(version + ".json")).hasSize(50); // the winner's file is complete at once
                }
            }
            return wins;
        };
    }
}
