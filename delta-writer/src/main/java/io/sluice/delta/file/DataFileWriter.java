package io.sluice.delta.file;

import io.sluice.delta.commit.DataFile;
import io.sluice.delta.commit.Staging;
import io.sluice.serdes.schema.Row;
import java.io.IOException;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetRuntimeException;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rows as Parquet, one file for each combination of partition values. Rows are grouped first and the files are written one
 * after the other, so that memory holds one row group whatever the number of partitions, and beside it the number of each row.
 */
public final class DataFileWriter implements Staging {
    private static final Logger LOG = LoggerFactory.getLogger(DataFileWriter.class);
    private static final long ROW_GROUP_BYTES = 64L << 20;

    private final TableFolder folder;
    private final FileLayout layout;
    private final Compression compression;
    private final Collection<Row> rows;

    /** @param rows neither they nor their values may change until the commit has ended */
    public DataFileWriter(TableFolder folder, FileLayout layout, Compression compression, Collection<Row> rows) {
        this.folder = folder;
        this.layout = layout;
        this.compression = compression;
        this.rows = rows;
    }

    @Override
    public List<DataFile> write() throws IOException {
        List<DataFile> files = new ArrayList<>();
        boolean complete = false;
        try {
            for (Map.Entry<List<@Nullable String>, Collection<Row>> group :
                    byPartition().entrySet()) {
                files.add(writeFile(group.getKey(), group.getValue()));
            }
            complete = true;
            return files;
        } finally {
            if (!complete) {
                delete(files);
            }
        }
    }

    private Map<List<@Nullable String>, Collection<Row>> byPartition() {
        Map<List<@Nullable String>, Collection<Row>> groups = new LinkedHashMap<>();
        if (layout.partition().isEmpty()) {
            if (!rows.isEmpty()) {
                groups.put(List.of(), rows);
            }
            return groups;
        }
        List<Row> numbered = rows instanceof List<Row> list && rows instanceof RandomAccess ? list : List.copyOf(rows);
        for (int number = 0; number < numbered.size(); number++) {
            List<@Nullable String> values = new ArrayList<>();
            Row row = numbered.get(number);
            layout.partition().forEach(column -> values.add(PartitionValues.write(column, row)));
            ((RowGroup) groups.computeIfAbsent(values, key -> new RowGroup(numbered))).add(number);
        }
        return groups;
    }

    /** Some of the rows, by their numbers: a caller whose rows come into being when asked for need not have all at once. */
    private static final class RowGroup extends AbstractCollection<Row> {
        private final List<Row> rows;
        private int[] numbers = new int[8];
        private int size;

        RowGroup(List<Row> rows) {
            this.rows = rows;
        }

        void add(int number) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, size * 2);
            }
            numbers[size++] = number;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Iterator<Row> iterator() {
            return IntStream.range(0, size).mapToObj(i -> rows.get(numbers[i])).iterator();
        }
    }

    private DataFile writeFile(List<@Nullable String> values, Collection<Row> group) throws IOException {
        StringBuilder path = new StringBuilder();
        partition(values)
                .forEach((column, value) ->
                        path.append(DataFilePath.folder(column, value)).append('/'));
        path.append("part-00000-").append(UUID.randomUUID()).append(".c000.").append(compression.namePart());
        String name = path.append("parquet").toString();
        boolean complete = false;
        try {
            FileStatistics statistics = new FileStatistics(layout);
            writeRows(folder.create(name), statistics, group);
            TableFolder.FileFacts facts = folder.seal(name);
            complete = true;
            return new DataFile(
                    DataFilePath.encode(name),
                    partition(values),
                    facts.size(),
                    facts.modifiedMs(),
                    statistics.rows(),
                    statistics.json());
        } finally {
            if (!complete) {
                delete(name);
            }
        }
    }

    /** Column to value, in the order of the layout. */
    private Map<String, @Nullable String> partition(List<@Nullable String> values) {
        Map<String, @Nullable String> partition = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            partition.put(layout.partition().get(i).name(), values.get(i));
        }
        return partition;
    }

    private void writeRows(OutputFile file, FileStatistics statistics, Collection<Row> group) throws IOException {
        try (ClosingOutputFile closing = new ClosingOutputFile(file);
                ParquetWriter<Row> writer = new Builder(closing, new RowWriteSupport(layout, statistics))
                        .withConf(new PlainParquetConfiguration())
                        .withCompressionCodec(compression.codec())
                        .withRowGroupSize(ROW_GROUP_BYTES)
                        .build()) {
            for (Row row : group) {
                writer.write(row);
            }
        } catch (ParquetRuntimeException e) {
            if (e.getCause() instanceof IOException storage) {
                throw new IOException(
                        storage.getMessage(), e); // Parquet wraps what the disk says where a method may not throw it
            }
            throw e;
        }
    }

    @Override
    public boolean areThere(List<DataFile> files) throws IOException {
        for (DataFile file : files) {
            if (!folder.exists(DataFilePath.decode(file.path()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void repair(List<DataFile> files) throws IOException {
        for (DataFile file : files) {
            String path = DataFilePath.decode(file.path());
            if (!folder.exists(path)) {
                LOG.warn("{} is in the table, but somebody has removed the file; writing it again", path);
                writeAgain(file, path);
            }
        }
    }

    /** The same rows make the same bytes, so that what the log says of the file holds. */
    private void writeAgain(DataFile file, String path) throws IOException {
        for (Map.Entry<List<@Nullable String>, Collection<Row>> group :
                byPartition().entrySet()) {
            if (partition(group.getKey()).equals(file.partitionValues())) {
                writeRows(folder.create(path), new FileStatistics(layout), group.getValue());
            }
        }
        long size = folder.seal(path).size();
        if (size != file.size()) {
            throw new IOException(path + ": has " + size + " bytes when written again, and had " + file.size());
        }
    }

    @Override
    public void delete(List<DataFile> files) {
        files.forEach(file -> delete(DataFilePath.decode(file.path())));
    }

    private void delete(String path) {
        try {
            folder.delete(path);
        } catch (IOException e) {
            LOG.warn("{} belongs to no version of the table and stays until the next VACUUM", path, e);
        }
    }

    private static final class Builder extends ParquetWriter.Builder<Row, Builder> {
        private final RowWriteSupport support;

        Builder(OutputFile file, RowWriteSupport support) {
            super(file);
            this.support = support;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // abstract still, though the other is the one in use
        protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
            return support;
        }

        @Override
        protected WriteSupport<Row> getWriteSupport(ParquetConfiguration configuration) {
            return support;
        }
    }
}
