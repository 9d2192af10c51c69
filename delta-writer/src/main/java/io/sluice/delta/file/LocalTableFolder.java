package io.sluice.delta.file;

import io.sluice.delta.log.DurableFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.jspecify.annotations.Nullable;

/** A folder of the local or a mounted file system, without Hadoop between. */
public record LocalTableFolder(Path root) implements TableFolder {

    @Override
    public OutputFile create(String path) throws IOException {
        Path file = root.resolve(path);
        createFolders(root.relativize(file).getParent());
        return new LocalOutputFile(file);
    }

    /** One after the other from the table's own folder on, which is not made anew when it was deleted. */
    private void createFolders(@Nullable Path between) throws IOException {
        if (between == null) {
            return;
        }
        Path folder = root;
        for (Path name : between) {
            folder = folder.resolve(name);
            if (!Files.isDirectory(folder)) {
                createFolder(folder);
            }
        }
    }

    private static void createFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException another) {
            // by another writer, at the same moment
            if (!Files.isDirectory(folder)) {
                throw another;
            }
        }
    }

    @Override
    public FileFacts seal(String path) throws IOException {
        Path file = root.resolve(path);
        DurableFiles.forceFile(file);
        for (Path folder = file.getParent(); folder != null && folder.startsWith(root); folder = folder.getParent()) {
            DurableFiles.forceFolder(folder);
        }
        return new FileFacts(Files.size(file), Files.getLastModifiedTime(file).toMillis());
    }

    @Override
    public boolean exists(String path) {
        return Files.exists(root.resolve(path));
    }

    @Override
    public void delete(String path) throws IOException {
        Files.deleteIfExists(root.resolve(path));
    }

    @Override
    public InputFile open(String path) {
        return new LocalInputFile(
                path.startsWith("file:") ? Path.of(URI.create(path).getPath()) : root.resolve(path));
    }
}
