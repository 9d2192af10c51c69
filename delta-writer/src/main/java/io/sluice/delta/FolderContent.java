package io.sluice.delta;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;

/** What lies in a folder that is to become a table. */
final class FolderContent {
    private static final int SHOWN = 5;

    private FolderContent() {}

    /** Names in order, folders with a slash; without the log and without hidden files, which no reader of tables looks at. */
    static List<String> foreign(TableLocation location) throws IOException {
        List<String> names =
                location.local().isPresent() ? names(location.local().get()) : namesByHadoop(location);
        String log = location.logPath().getName() + "/";
        return names.stream()
                .filter(name -> !name.startsWith(".") && !name.equals(log))
                .sorted()
                .toList();
    }

    private static List<String> names(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            found.forEach(each -> names.add(each.getFileName() + (Files.isDirectory(each) ? "/" : "")));
        } catch (NoSuchFileException absent) {
            return List.of();
        }
        return names;
    }

    private static List<String> namesByHadoop(TableLocation location) throws IOException {
        List<String> names = new ArrayList<>();
        try {
            for (FileStatus each :
                    location.path().getFileSystem(location.configuration()).listStatus(location.path())) {
                names.add(each.getPath().getName() + (each.isDirectory() ? "/" : ""));
            }
        } catch (FileNotFoundException absent) {
            return List.of();
        }
        return names;
    }

    /** The first names, and how many more there are. */
    static String shown(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
        return names.size() <= SHOWN ? first : first + " and " + (names.size() - SHOWN) + " more";
    }
}
