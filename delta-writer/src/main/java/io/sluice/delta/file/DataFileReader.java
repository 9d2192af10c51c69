package io.sluice.delta.file;

import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Reads data files, also those that other engines wrote, as rows of the table's schema. */
public final class DataFileReader {
    private final TableFolder folder;
    private final Schema schema;

    public DataFileReader(TableFolder folder, Schema schema) {
        this.folder = folder;
        this.schema = schema;
    }

    /**
     * Hands every row of one file to {@code rows}. The row is reused: whoever keeps it, copies it.
     *
     * @param path as the log spells it
     * @param partitionValues the values that are not in the file
     */
    public void read(String path, Map<String, @Nullable String> partitionValues, Consumer<Row> rows)
            throws IOException {
        InputFile file = folder.open(DataFilePath.decode(path));
        try (ParquetReader<Row> reader = new Builder(file, new Support(partitionValues)).build()) {
            for (Row row = reader.read(); row != null; row = reader.read()) {
                rows.accept(row);
            }
        }
    }

    private static final class Builder extends ParquetReader.Builder<Row> {
        private final ReadSupport<Row> support;

        Builder(InputFile file, ReadSupport<Row> support) {
            super(file, new PlainParquetConfiguration());
            this.support = support;
        }

        @Override
        protected ReadSupport<Row> getReadSupport() {
            return support;
        }
    }

    private final class Support extends ReadSupport<Row> {
        private final Map<String, @Nullable String> partitionValues;

        Support(Map<String, @Nullable String> partitionValues) {
            this.partitionValues = partitionValues;
        }

        @Override
        public ReadContext init(InitContext context) {
            List<Type> wanted = new ArrayList<>();
            for (Type field : context.getFileSchema().getFields()) {
                if (schema.ordinal(field.getName()).isPresent()) {
                    wanted.add(field);
                }
            }
            return new ReadContext(new MessageType(context.getFileSchema().getName(), wanted));
        }

        @Override
        @SuppressWarnings("deprecation") // abstract still, though the other is the one in use
        public RecordMaterializer<Row> prepareForRead(
                Configuration configuration,
                Map<String, String> metadata,
                MessageType fileSchema,
                ReadContext context) {
            return new Materializer(context.getRequestedSchema(), partitionValues);
        }

        @Override
        public RecordMaterializer<Row> prepareForRead(
                ParquetConfiguration configuration,
                Map<String, String> metadata,
                MessageType fileSchema,
                ReadContext context) {
            return new Materializer(context.getRequestedSchema(), partitionValues);
        }
    }

    private final class Materializer extends RecordMaterializer<Row> {
        private final Row row = schema.newRow();
        private final Row template = schema.newRow();
        private final List<Converter> converters = new ArrayList<>();

        Materializer(MessageType file, Map<String, @Nullable String> partitionValues) {
            partitionValues.forEach((name, value) -> {
                OptionalInt ordinal = schema.ordinal(name);
                if (ordinal.isPresent()) {
                    int column = ordinal.getAsInt();
                    PartitionValues.read(schema.column(column).type(), value, template, column);
                }
            });
            for (Type field : file.getFields()) {
                int ordinal = schema.ordinal(field.getName()).orElseThrow();
                converters.add(ValueConverter.of(schema.column(ordinal).type(), field, row, ordinal));
            }
        }

        @Override
        public Row getCurrentRecord() {
            return row;
        }

        @Override
        public GroupConverter getRootConverter() {
            return new GroupConverter() {
                @Override
                public Converter getConverter(int field) {
                    return converters.get(field);
                }

                @Override
                public void start() {
                    for (int i = 0; i < schema.width(); i++) {
                        row.copy(i, template, i);
                    }
                }

                @Override
                public void end() {
                    // the row is complete as it stands
                }
            };
        }
    }
}
