package io.sluice.delta;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** The file system through which the library writes and reads checkpoints, where each call meets the fault planned for it. */
public final class FaultyFileSystem extends RawLocalFileSystem {

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return StorageFaults.during(
                "checkpoint create",
                () -> super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress));
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return StorageFaults.during("checkpoint open", () -> super.open(path, bufferSize));
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        return StorageFaults.during("checkpoint rename", () -> super.rename(from, to));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return StorageFaults.during("checkpoint status", () -> super.getFileStatus(path));
    }
}
