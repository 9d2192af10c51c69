package io.sluice.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.delta.TableMismatchException.Difference;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** The versions of the Delta protocol that this writer keeps to, and what a table that asks for more asks for. */
final class TableProtocol {
    static final int READER = 1;
    static final int WRITER = 2;

    private static final Pattern COMMIT = Pattern.compile("\\d{20}\\.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    private TableProtocol() {}

    static Difference difference(int reader, int writer, List<String> features) {
        return new Difference(
                "protocol",
                "reader version " + READER + ", writer version " + WRITER + " or lower",
                "reader version " + reader + ", writer version " + writer
                        + (features.isEmpty() ? "" : ", features " + features),
                "choose another path, or drop the table's features with ALTER TABLE ... DROP FEATURE");
    }

    /**
     * What a table needs that could not even be opened, with its features by name, from the newest commit that says so. Only for
     * a message: it reads the log backwards.
     */
    static Optional<Difference> ofUnreadable(TableLocation location) throws IOException {
        FileSystem files = location.logPath().getFileSystem(location.configuration());
        FileStatus[] commits = files.listStatus(
                location.logPath(), path -> COMMIT.matcher(path.getName()).matches());
        Arrays.sort(
                commits,
                Comparator.comparing((FileStatus commit) -> commit.getPath().getName())
                        .reversed());
        for (FileStatus commit : commits) {
            try (InputStream in = files.open(commit.getPath())) {
                for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList()) {
                    JsonNode protocol =
                            line.contains("\"protocol\"") ? JSON.readTree(line).path("protocol") : null;
                    if (protocol != null && protocol.isObject()) {
                        return Optional.of(difference(
                                protocol.path("minReaderVersion").asInt(),
                                protocol.path("minWriterVersion").asInt(),
                                features(protocol)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> features(JsonNode protocol) {
        List<String> features = new ArrayList<>();
        for (String kind : List.of("readerFeatures", "writerFeatures")) {
            protocol.path(kind).forEach(feature -> {
                if (!features.contains(feature.asText())) {
                    features.add(feature.asText());
                }
            });
        }
        return features;
    }
}
