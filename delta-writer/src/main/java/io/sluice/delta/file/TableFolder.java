package io.sluice.delta.file;

import java.io.IOException;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/** Where the data files of a table lie. Paths are relative to the table and not encoded. */
public interface TableFolder {

    /**
     * What the log records of a complete file.
     *
     * @param size in bytes
     * @param modifiedMs milliseconds since 1970
     */
    record FileFacts(long size, long modifiedMs) {}

    /** A file that does not exist yet. Folders between it and the table are made when absent, but not that of the table. */
    OutputFile create(String path) throws IOException;

    /** Makes a complete file survive a power failure, its folders included. */
    FileFacts seal(String path) throws IOException;

    boolean exists(String path) throws IOException;

    /** Removes a file; nothing happens when there is none. */
    void delete(String path) throws IOException;

    /** @param path relative, or absolute in the manner of the file system, with its scheme where it has one */
    InputFile open(String path) throws IOException;
}
