package io.sluice.app.cli;

import io.sluice.app.checkpoint.Checkpoint;
import io.sluice.app.checkpoint.CheckpointException;
import io.sluice.serdes.time.DurationText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** Where a demo keeps everything: the query file, the broker's data, the checkpoint and the table. Made anew by each demo. */
final class DemoFolder {
    static final String QUERY_FILE = "freezer-10min.yaml";

    private static final String MARK = ".sluice-demo";
    private static final String EXAMPLE = "/examples/" + QUERY_FILE;
    private static final String TABLE = "lakehouse/Tables/freezer_10min";
    private static final String CHECKPOINT = "checkpoints/freezer_10min";

    private final Path folder;

    private DemoFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder, or empties it when it is an earlier demo's.
     *
     * @throws CheckpointException when it is something else's, is in use by a demo or a query, or cannot be written
     */
    static DemoFolder fresh(Path folder) {
        try {
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                empty(folder);
            }
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve(MARK), "Made by 'sluice demo', which deletes this folder at its next start.\n");
            return new DemoFolder(folder);
        } catch (IOException refused) {
            throw new CheckpointException(
                    "--folder " + folder + ": cannot be made anew (" + refused + "); name another with --folder",
                    refused);
        }
    }

    private static void empty(Path folder) throws IOException {
        if (!Files.exists(folder.resolve(MARK))) {
            throw new CheckpointException("--folder " + folder
                    + ": exists and was not made by a demo, which would delete it; name another with --folder");
        }
        Path checkpoint = folder.resolve(CHECKPOINT);
        if (Files.exists(checkpoint)) {
            // throws when a query runs on it
            Checkpoint.open(checkpoint).close();
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Writes the shipped example with the paths of this folder, so that every other command works with it too. */
    Path writeQueryFile(Duration delay) throws IOException {
        String text = example();
        text = replace(text, "delay: 15 minutes", "delay: " + DurationText.format(delay));
        text = replace(text, "path: " + TABLE, "path: " + quoted(table()));
        text = replace(text, "trigger: {processingTime: 1 minute}\n", "");
        text = replace(
                text, "checkpointLocation: " + CHECKPOINT, "checkpointLocation: " + quoted(folder.resolve(CHECKPOINT)));
        return Files.writeString(queryFile(), text);
    }

    private static String example() throws IOException {
        try (InputStream resource = DemoFolder.class.getResourceAsStream(EXAMPLE)) {
            if (resource == null) {
                throw new IllegalStateException("the jar lacks " + EXAMPLE);
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String replace(String text, String part, String replacement) {
        if (!text.contains(part)) {
            throw new IllegalStateException(EXAMPLE + " lacks \"" + part + "\"");
        }
        return text.replace(part, replacement);
    }

    private static String quoted(Path path) {
        String text = path.toAbsolutePath().normalize().toString();
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    Path queryFile() {
        return folder.resolve(QUERY_FILE);
    }

    Path table() {
        return folder.resolve(TABLE);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
