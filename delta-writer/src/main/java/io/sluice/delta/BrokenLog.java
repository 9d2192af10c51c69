package io.sluice.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** Finds the file of a log that is no JSON, which the library does not name. Only for a message: it reads the log again. */
final class BrokenLog {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BrokenLog() {}

    static boolean isMeantBy(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // the library has a copy of Jackson of its own, under another name
            if (cause.getClass().getName().contains(".jackson.")) {
                return true;
            }
        }
        return false;
    }

    /** File and line, as in {@code /lake/t/_delta_log/00000000000000000007.json, line 2: is no JSON}. */
    static Optional<String> place(TableLocation location) throws IOException {
        FileSystem files = location.logPath().getFileSystem(location.configuration());
        FileStatus[] commits =
                files.listStatus(location.logPath(), path -> path.getName().matches("\\d{20}\\.json"));
        Arrays.sort(commits, Comparator.comparing(commit -> commit.getPath().getName()));
        for (FileStatus commit : commits) {
            try (InputStream in = files.open(commit.getPath())) {
                List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                for (int line = 0; line < lines.size(); line++) {
                    if (!isJson(lines.get(line))) {
                        return Optional.of(commit.getPath().toUri().getPath() + ", line " + (line + 1)
                                + ": is no JSON; bring the file back from a backup");
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isJson(String line) {
        try {
            return JSON.readTree(line) != null;
        } catch (JsonProcessingException broken) {
            return false;
        }
    }
}
