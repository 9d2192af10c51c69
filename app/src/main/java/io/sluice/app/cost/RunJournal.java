package io.sluice.app.cost;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.checkpoint.BrokenJson;
import io.sluice.app.checkpoint.DurableFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file with the newest runs of one instance, a line of JSON each, oldest first. After a crash it holds what it held before a
 * change or after it. A line that cannot be read is named, kept as it is, and harms no other. Whoever writes holds the checkpoint's
 * lock; anybody may read.
 */
public final class RunJournal {
    /** Ten days of a run every quarter of an hour, or forty days of a continuous query. */
    static final int KEPT = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Each byte a character: what is no text stays as it is, too. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private final Path file;

    /**
     * What is in the file.
     *
     * @param damaged which lines are no runs, and why
     */
    public record Content(List<RecordedRun> runs, List<String> damaged) {}

    public RunJournal(Path file) {
        this.file = file;
    }

    /** @param replaced takes the place of the last line, instead of following it */
    void write(RecordedRun run, boolean replaced) throws IOException {
        List<String> lines = new ArrayList<>(lines());
        if (replaced && !lines.isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        lines.add(new String(JSON.writeValueAsBytes(run), BYTES));
        List<String> newest = lines.subList(Math.max(0, lines.size() - KEPT), lines.size());
        DurableFile.replace(file, (String.join("\n", newest) + "\n").getBytes(BYTES));
    }

    private List<String> lines() throws IOException {
        return Files.exists(file)
                ? new String(Files.readAllBytes(file), BYTES)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .toList()
                : List.of();
    }

    public Content read() throws IOException {
        List<RecordedRun> runs = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        int number = 0;
        for (String line : lines()) {
            number++;
            try {
                runs.add(JSON.readValue(line.getBytes(BYTES), RecordedRun.class));
            } catch (JsonProcessingException unreadable) {
                damaged.add(file + ":" + number + ": is no record of a run (" + BrokenJson.where(unreadable)
                        + "); it is left out, the others count");
            }
        }
        return new Content(runs, damaged);
    }
}
