package io.sluice.delta.file;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/** A folder of any file system that Hadoop knows. A closed file is durable there. */
public record HadoopTableFolder(Path root, Configuration configuration) implements TableFolder {

    @Override
    public OutputFile create(String path) throws IOException {
        return HadoopOutputFile.fromPath(resolve(path), configuration);
    }

    @Override
    public FileFacts seal(String path) throws IOException {
        FileStatus status = fileSystem().getFileStatus(resolve(path));
        return new FileFacts(status.getLen(), status.getModificationTime());
    }

    @Override
    public boolean exists(String path) throws IOException {
        return fileSystem().exists(resolve(path));
    }

    @Override
    public void delete(String path) throws IOException {
        fileSystem().delete(resolve(path), false);
    }

    @Override
    public InputFile open(String path) throws IOException {
        return HadoopInputFile.fromPath(resolve(path), configuration);
    }

    private FileSystem fileSystem() throws IOException {
        return root.getFileSystem(configuration);
    }

    private Path resolve(String path) {
        return DataFilePath.isAbsolute(path) ? new Path(path) : new Path(root + "/" + path);
    }
}
