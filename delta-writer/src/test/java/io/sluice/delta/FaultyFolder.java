package io.sluice.delta;

import io.sluice.delta.file.TableFolder;
import java.io.IOException;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** The product's folder of data files, where each call meets the fault that is planned for it. */
record FaultyFolder(TableFolder folder) implements TableFolder {

    @Override
    public OutputFile create(String path) throws IOException {
        return new FaultyFile(StorageFaults.during("data create", () -> folder.create(path)));
    }

    @Override
    public FileFacts seal(String path) throws IOException {
        return StorageFaults.during("data seal", () -> folder.seal(path));
    }

    @Override
    public boolean exists(String path) throws IOException {
        return folder.exists(path); // asked after the commit; a failure would end the process
    }

    @Override
    public void delete(String path) throws IOException {
        StorageFaults.during("data delete", () -> {
            folder.delete(path);
            return path;
        });
    }

    @Override
    public InputFile open(String path) throws IOException {
        return StorageFaults.during("data open", () -> folder.open(path));
    }

    private record FaultyFile(OutputFile file) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) throws IOException {
            return StorageFaults.during("data stream", () -> new FaultyStream(file.create(blockSizeHint)));
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
            return StorageFaults.during("data stream", () -> new FaultyStream(file.createOrOverwrite(blockSizeHint)));
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
    }

    private static final class FaultyStream extends DelegatingPositionOutputStream {
        private final PositionOutputStream stream;
        private boolean written;
        private boolean closed;

        FaultyStream(PositionOutputStream stream) {
            super(stream);
            this.stream = stream;
        }

        @Override
        public long getPos() throws IOException {
            return stream.getPos();
        }

        /** Only the first meets a fault of its own: Parquet writes its footer byte by byte. */
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (written) {
                stream.write(bytes, offset, length);
                return;
            }
            written = true;
            StorageFaults.during("data write", () -> {
                stream.write(bytes, offset, length);
                return length;
            });
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return; // the second call comes from whoever makes sure
            }
            closed = true;
            stream.close();
            StorageFaults.during("data close", () -> stream);
        }
    }
}
