package io.sluice.delta;

import io.delta.standalone.Snapshot;
import io.delta.standalone.VersionLog;
import io.delta.standalone.actions.Action;
import io.delta.standalone.actions.FileAction;
import io.delta.standalone.internal.SnapshotImpl;
import io.sluice.delta.file.DataFilePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The deletion of a table on a local path: of its log, of the data files that the log knows, and of those that commits of this
 * writer have left without an entry there. Everything else in the folder is somebody's and stays.
 */
public final class TableDeletion {
    /** As our own data files are named. */
    private static final Pattern OWN_NAME =
            Pattern.compile("part-00000-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.c000\\.(\\w+\\.)?parquet");

    private final Path root;
    private final Path log;
    private final List<String> partitionColumns;
    private final Set<Path> dataFiles = new TreeSet<>();
    private final List<String> kept = new ArrayList<>();

    /** Looks at what there is; deletes nothing. */
    TableDeletion(Path root, String logName, Snapshot table, Iterator<VersionLog> commits) throws IOException {
        this.root = root;
        this.log = root.resolve(logName);
        this.partitionColumns = table.getMetadata().getPartitionColumns();
        ((SnapshotImpl) table).getAllFiles().forEach(file -> add(file.getPath()));
        CollectionConverters.asJava(((SnapshotImpl) table).tombstones()).forEach(file -> add(file.getPath()));
        while (commits.hasNext()) {
            for (Action action : commits.next().getActions()) {
                if (action instanceof FileAction file) {
                    add(file.getPath());
                }
            }
        }
        addOwnWithoutEntry();
        findKept(root);
    }

    /** A file of another table, which a shallow clone names, lies elsewhere. */
    private void add(@Nullable String encoded) {
        Path file = root.resolve(DataFilePath.decode(String.valueOf(encoded))).normalize();
        if (file.startsWith(root) && Files.isRegularFile(file)) {
            dataFiles.add(file);
            Path checksum = file.resolveSibling("." + file.getFileName() + ".crc"); // of Hadoop's local file system
            if (Files.isRegularFile(checksum)) {
                dataFiles.add(checksum);
            }
        }
    }

    private void addOwnWithoutEntry() throws IOException {
        try (Stream<Path> files = Files.find(
                root,
                partitionColumns.size() + 1,
                (file, found) -> found.isRegularFile()
                        && OWN_NAME.matcher(file.getFileName().toString()).matches())) {
            files.filter(file -> isPartition(root.relativize(file))).forEach(dataFiles::add);
        }
    }

    /** Whether a data file with that path, relative to the table, is where one of its partitions lies. */
    private boolean isPartition(Path file) {
        if (file.getNameCount() != partitionColumns.size() + 1) {
            return false;
        }
        for (int i = 0; i < partitionColumns.size(); i++) {
            String start = partitionColumns.get(i).toLowerCase(Locale.ROOT) + "=";
            if (!file.getName(i).toString().toLowerCase(Locale.ROOT).startsWith(start)) {
                return false;
            }
        }
        return true;
    }

    private void findKept(Path folder) throws IOException {
        List<Path> entries;
        try (Stream<Path> found = Files.list(folder)) {
            entries = found.sorted().toList();
        }
        for (Path entry : entries) {
            boolean holdsOurs = dataFiles.stream().anyMatch(file -> file.startsWith(entry));
            if (holdsOurs && Files.isDirectory(entry)) {
                findKept(entry);
            } else if (!holdsOurs && !entry.equals(log)) {
                kept.add(root.relativize(entry) + (Files.isDirectory(entry) ? "/" : ""));
            }
        }
    }

    /** Number of the files that {@link #run} deletes beside the log. */
    public int dataFiles() {
        return dataFiles.size();
    }

    /** What stays in the folder because it is not the table's, relative to it; folders with a slash. */
    public List<String> kept() {
        return List.copyOf(kept);
    }

    /** Deletes; the log last and its newest files first, so that what is left by a failure is a table that can be deleted again. */
    public void run() throws IOException {
        Set<Path> folders = new TreeSet<>(Comparator.reverseOrder());
        for (Path file : dataFiles) {
            Files.deleteIfExists(file);
            for (Path folder = file.getParent(); folder != null && !folder.equals(root); folder = folder.getParent()) {
                folders.add(folder);
            }
        }
        try (Stream<Path> paths = Files.walk(log)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
        folders.add(root);
        for (Path folder : folders) {
            if (isEmpty(folder)) {
                Files.delete(folder);
            }
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }
}
