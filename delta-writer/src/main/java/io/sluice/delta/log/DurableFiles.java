package io.sluice.delta.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Locale;

/** Files whose content and names survive a power failure once a method here has returned. */
public final class DurableFiles {
    private static final boolean WINDOWS =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

    private DurableFiles() {}

    /** Forces a file's content to the disk. */
    public static void forceFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Forces the names in a folder to the disk. */
    public static void forceFolder(Path folder) throws IOException {
        if (WINDOWS) {
            return; // a folder cannot be opened there; NTFS journals names itself
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Writes lines into a new file and forces its content, not yet its name. */
    static void write(Path file, Iterator<String> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.forEachRemaining(line -> text.append(line).append('\n'));
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /**
     * Gives a file a further name, if that name is absent.
     *
     * @throws java.nio.file.FileAlreadyExistsException when the name exists
     */
    static void link(Path name, Path file) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (UnsupportedOperationException e) {
            throw noHardLinks(name, e);
        } catch (FileSystemException e) {
            String reason = String.valueOf(e.getReason());
            if (reason.contains("not permitted")
                    || reason.contains("not supported")
                    || reason.contains("not implemented")) {
                throw noHardLinks(name, e);
            }
            throw e;
        }
    }

    private static IOException noHardLinks(Path name, Exception cause) {
        return new IOException(
                "the file system of " + folderOf(name) + " has no hard links, without which two writers could overwrite"
                        + " each other's commits: choose a path on another file system",
                cause);
    }

    /** The folder a file lies in; the root lies in itself. */
    static Path folderOf(Path file) {
        Path parent = file.getParent();
        return parent == null ? file : parent;
    }
}
