package io.sluice.delta.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * Closes the streams that were opened through it, however the writing ended. Parquet's writer leaves its stream open when it
 * fails, as on a full disk: one file handle for every attempt.
 */
final class ClosingOutputFile implements OutputFile, Closeable {
    private final OutputFile file;
    private final List<PositionOutputStream> streams = new ArrayList<>();

    ClosingOutputFile(OutputFile file) {
        this.file = file;
    }

    private PositionOutputStream remember(PositionOutputStream stream) {
        streams.add(stream);
        return stream;
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) throws IOException {
        return remember(file.create(blockSizeHint));
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
        return remember(file.createOrOverwrite(blockSizeHint));
    }

    @Override
    public boolean supportsBlockSize() {
        return file.supportsBlockSize();
    }

    @Override
    public long defaultBlockSize() {
        return file.defaultBlockSize();
    }

    @Override
    public String getPath() {
        return file.getPath();
    }

    /** Closing again what the writer closed does nothing. */
    @Override
    public void close() throws IOException {
        for (PositionOutputStream stream : streams) {
            stream.close();
        }
    }
}
