package io.sluice.delta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What lies in a table's local folder and is no part of a table: whoever deletes the table must not delete that. */
final class ForeignEntries {
    private static final String LOG = "_delta_log";
    /** Data files, deletion vectors and change data by any writer, and the checksums that Hadoop puts beside its files. */
    private static final Pattern FILE =
            Pattern.compile(".+\\.parquet|deletion_vector_.+\\.bin|\\..+\\.(parquet|bin)\\.crc", Pattern.DOTALL);

    private ForeignEntries() {}

    /** Everything but the log. */
    static List<Path> besideTheLog(Path folder) throws IOException {
        return entries(folder).stream()
                .filter(entry -> !named(entry, LOG))
                .map(folder::relativize)
                .toList();
    }

    /** All that neither the log nor a data file is, also in the folders of partitions. */
    static List<Path> besideTheTable(Path folder) throws IOException {
        List<Path> foreign = new ArrayList<>();
        for (Path entry : entries(folder)) {
            if (!named(entry, LOG)) {
                look(folder, entry, foreign);
            }
        }
        return foreign;
    }

    private static void look(Path folder, Path entry, List<Path> foreign) throws IOException {
        if (!Files.isDirectory(entry)) {
            if (!FILE.matcher(entry.getFileName().toString()).matches()) {
                foreign.add(folder.relativize(entry));
            }
        } else if (named(entry, "_change_data")
                || entry.getFileName().toString().contains("=")) {
            for (Path inner : entries(entry)) {
                look(folder, inner, foreign);
            }
        } else {
            foreign.add(folder.relativize(entry));
        }
    }

    private static boolean named(Path entry, String name) {
        return entry.getFileName().toString().equals(name);
    }

    private static List<Path> entries(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
