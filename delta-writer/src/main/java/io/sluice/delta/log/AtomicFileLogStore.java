package io.sluice.delta.log;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * The Delta log on a local or mounted file system, safe for any number of processes. A commit file is written beside its name,
 * forced to the disk, and then hard-linked to its name: the link either creates the name with all of its content or fails because
 * the name exists, so of two writers of one version exactly one wins, and a crash leaves a whole file or none. (Renaming would
 * replace the winner's file, and checking first only narrows the race.)
 *
 * <p>Made by reflection, from {@code delta.logStore.file.impl}; thread-safe, it holds no state.
 */
public class AtomicFileLogStore extends LogStore {
    private static final long ONE_BLOCK = 4096;
    private static final String LAST_CHECKPOINT = "_last_checkpoint";
    private static final String FIRST_VERSION = "00000000000000000000.json";

    public AtomicFileLogStore(Configuration configuration) {
        super(configuration);
    }

    /**
     * Creates or, with {@code overwrite}, replaces a file, durably.
     *
     * @throws java.nio.file.FileAlreadyExistsException when it exists and is not to be replaced
     */
    @Override
    public void write(
            org.apache.hadoop.fs.Path path, Iterator<String> lines, Boolean overwrite, Configuration configuration)
            throws IOException {
        Path target = local(path);
        Path folder = DurableFiles.folderOf(target);
        if (overwrite && target.endsWith(LAST_CHECKPOINT)) {
            forceCheckpoints(
                    folder); // readers follow the pointer, so what it points to has to be on the disk before it is
        }
        Path temporary = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            DurableFiles.write(temporary, lines);
            if (overwrite) {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                // Hadoop's own local file system keeps a checksum beside a file, and would now call the file corrupt.
                Files.deleteIfExists(folder.resolve("." + target.getFileName() + ".crc"));
            } else {
                DurableFiles.link(target, temporary);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
        DurableFiles.forceFolder(folder);
        if (target.endsWith(FIRST_VERSION)) {
            // The folders are as new as the table.
            DurableFiles.forceFolder(DurableFiles.folderOf(folder));
            DurableFiles.forceFolder(DurableFiles.folderOf(DurableFiles.folderOf(folder)));
        }
    }

    /** The file's lines. */
    @Override
    public CloseableIterator<String> read(org.apache.hadoop.fs.Path path, Configuration configuration)
            throws IOException {
        try {
            return new Lines(
                    Files.readAllLines(local(path), StandardCharsets.UTF_8).iterator());
        } catch (NoSuchFileException e) {
            throw notFound(e); // the exception by which the library recognises a table that does not exist yet
        }
    }

    /** The files in the folder of {@code path} whose names are not before its name, in order. */
    @Override
    public Iterator<FileStatus> listFrom(org.apache.hadoop.fs.Path path, Configuration configuration)
            throws IOException {
        Path first = local(path);
        List<String> names = new ArrayList<>();
        // Only names are read, not attributes: the cost of a long log is this listing.
        try (DirectoryStream<Path> folder = Files.newDirectoryStream(DurableFiles.folderOf(first))) {
            for (Path file : folder) {
                String name = file.getFileName().toString();
                if (name.compareTo(first.getFileName().toString()) >= 0) {
                    names.add(name);
                }
            }
        } catch (NoSuchFileException e) {
            throw notFound(e);
        }
        names.sort(null);
        List<FileStatus> files = new ArrayList<>(names.size());
        for (String name : names) {
            status(first.resolveSibling(name), new org.apache.hadoop.fs.Path(path.getParent(), name))
                    .ifPresent(files::add);
        }
        return files.iterator();
    }

    private static Optional<FileStatus> status(Path file, org.apache.hadoop.fs.Path path) throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            long modifiedMs = found.lastModifiedTime().toMillis();
            return Optional.of(new FileStatus(found.size(), found.isDirectory(), 1, ONE_BLOCK, modifiedMs, path));
        } catch (NoSuchFileException e) {
            return Optional
                    .empty(); // deleted while we listed, as temporary and expired files are: it is not in the folder
        }
    }

    @Override
    public org.apache.hadoop.fs.Path resolvePathOnPhysicalStorage(
            org.apache.hadoop.fs.Path path, Configuration configuration) {
        return new org.apache.hadoop.fs.Path(local(path).toUri());
    }

    /** Whether others see a file that is being written: not those made here, but checkpoints, which the library asks for. */
    @Override
    public Boolean isPartialWriteVisible(org.apache.hadoop.fs.Path path, Configuration configuration) {
        return true;
    }

    /**
     * Tries in the folder what every commit needs: to write, and to create a name only if it is absent.
     *
     * @throws IOException when the folder cannot be written to, or its file system has no hard links
     */
    public static void probe(Path folder) throws IOException {
        Path file = folder.resolve(".probe." + UUID.randomUUID() + ".tmp");
        Path name = folder.resolve(".probe." + UUID.randomUUID() + ".link.tmp");
        try {
            DurableFiles.write(file, List.of("{}").iterator());
            DurableFiles.link(name, file);
        } finally {
            Files.deleteIfExists(name);
            Files.deleteIfExists(file);
        }
    }

    private static void forceCheckpoints(Path folder) throws IOException {
        try (DirectoryStream<Path> checkpoints = Files.newDirectoryStream(folder, "*.checkpoint*.parquet")) {
            for (Path checkpoint : checkpoints) {
                DurableFiles.forceFile(checkpoint);
            }
        }
    }

    private static FileNotFoundException notFound(NoSuchFileException cause) {
        FileNotFoundException notFound = new FileNotFoundException("no such file or folder: " + cause.getFile());
        notFound.initCause(cause);
        return notFound;
    }

    private static Path local(org.apache.hadoop.fs.Path path) {
        return Path.of(path.toUri().getPath()).toAbsolutePath();
    }

    /** Lines that are in memory already, so there is nothing to close. */
    private record Lines(Iterator<String> lines) implements CloseableIterator<String> {
        @Override
        public boolean hasNext() {
            return lines.hasNext();
        }

        @Override
        public String next() {
            return lines.next();
        }

        @Override
        public void close() {}
    }
}
