package io.sluice.delta.file;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/** Hands the values of rows to Parquet and to the file's statistics, so that both see the same values. */
final class RowWriteSupport extends WriteSupport<Row> {
    private final FileLayout layout;
    private final FileStatistics statistics;
    /** For each column, where it is nested. */
    private final @Nullable NestedWriter[] nested;

    private @Nullable RecordConsumer consumer;

    RowWriteSupport(FileLayout layout, FileStatistics statistics) {
        this.layout = layout;
        this.statistics = statistics;
        this.nested = layout.data().stream()
                .map(column -> column.type() instanceof DataType.Nested type ? new NestedWriter(column, type) : null)
                .toArray(NestedWriter[]::new);
    }

    @Override
    @SuppressWarnings("deprecation") // abstract still, though the other is the one in use
    public WriteContext init(Configuration configuration) {
        return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return context();
    }

    private WriteContext context() {
        return new WriteContext(ParquetTypes.message(layout), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(Row row) {
        RecordConsumer out = Objects.requireNonNull(consumer, "prepareForWrite comes first");
        statistics.addRow();
        out.startMessage();
        for (int i = 0; i < layout.data().size(); i++) {
            FileColumn column = layout.data().get(i);
            if (row.isNull(column.ordinal())) {
                RowValues.checkNull(column);
                statistics.column(i).addNull();
            } else {
                out.startField(column.name(), i);
                NestedWriter inside = nested[i];
                if (inside != null) {
                    inside.write(out, row.nestedAt(column.ordinal()));
                } else {
                    value(out, column, row, column.ordinal(), statistics.column(i));
                }
                out.endField(column.name(), i);
            }
        }
        out.endMessage();
    }

    /** Hands over a value that is not nested, not null, and lies at that ordinal. */
    static void value(RecordConsumer out, FileColumn column, Row row, int ordinal, ColumnStatistics statistics) {
        switch (column.type().storage()) {
            case LONG -> ofLong(out, column, row.longAt(ordinal), statistics);
            case DOUBLE -> ofDouble(out, column, row.doubleAt(ordinal), statistics);
            case OBJECT -> ofObject(out, column, row, ordinal, statistics);
        }
    }

    private static void ofLong(RecordConsumer out, FileColumn column, long value, ColumnStatistics statistics) {
        if (column.type() == DataType.Primitive.BOOLEAN) {
            out.addBoolean(value != 0);
        } else if (column.type() == DataType.Primitive.INT || column.type() == DataType.Primitive.DATE) {
            out.addInteger(RowValues.int32(column, value));
        } else {
            out.addLong(value);
        }
        statistics.add(value);
    }

    private static void ofDouble(RecordConsumer out, FileColumn column, double value, ColumnStatistics statistics) {
        if (column.type() == DataType.Primitive.FLOAT) {
            float stored = (float) value;
            out.addFloat(stored);
            statistics.add((double) stored);
        } else {
            out.addDouble(value);
            statistics.add(value);
        }
    }

    private static void ofObject(
            RecordConsumer out, FileColumn column, Row row, int ordinal, ColumnStatistics statistics) {
        if (column.type() instanceof DataType.Decimal type) {
            BigDecimal value = RowValues.decimal(column, type, row.decimalAt(ordinal));
            ofDecimal(out, type, value);
            statistics.add((Object) value);
        } else if (column.type() == DataType.Primitive.STRING) {
            byte[] utf8 = row.stringAt(ordinal).getBytes(StandardCharsets.UTF_8);
            out.addBinary(Binary.fromConstantByteArray(utf8));
            statistics.add((Object) utf8);
        } else {
            // a copy: Parquet keeps the bytes until the page is full, longer than a row need stay as it is
            out.addBinary(Binary.fromConstantByteArray(row.binaryAt(ordinal).clone()));
        }
    }

    private static void ofDecimal(RecordConsumer out, DataType.Decimal type, BigDecimal value) {
        if (type.precision() <= ParquetTypes.INT_DIGITS) {
            out.addInteger(value.unscaledValue().intValueExact());
        } else if (type.precision() <= ParquetTypes.LONG_DIGITS) {
            out.addLong(value.unscaledValue().longValueExact());
        } else {
            byte[] number = value.unscaledValue().toByteArray();
            byte[] fixed = new byte[ParquetTypes.fixedLength(type)];
            int start = fixed.length - number.length;
            Arrays.fill(fixed, 0, start, (byte) (value.signum() < 0 ? -1 : 0));
            System.arraycopy(number, 0, fixed, start, number.length);
            out.addBinary(Binary.fromConstantByteArray(fixed));
        }
    }
}
