package io.sluice.test.read;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Reads Delta tables by Delta Kernel, which shares no code with Spark's reader. Safe for any thread. */
public final class KernelReader {
    private static final Engine ENGINE = DefaultEngine.create(new Configuration());

    private KernelReader() {}

    /** All rows of the table's latest version, sorted by their text. */
    public static List<TableRow> rows(Path table) {
        Scan scan = snapshot(table).getScanBuilder().build();
        List<TableRow> rows = new ArrayList<>();
        try (CloseableIterator<Row> files = Utils.intoRows(scan.getScanFiles(ENGINE))) {
            while (files.hasNext()) {
                readFile(scan.getScanState(ENGINE), files.next(), rows);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Delta Kernel cannot read " + table, e);
        }
        return TableRow.sorted(rows);
    }

    /** The latest version of the table; the first is 0. */
    public static long version(Path table) {
        return snapshot(table).getVersion();
    }

    /** The version that the table's log holds for a transaction id, or -1 when it holds none. */
    public static long transactionVersion(Path table, String id) {
        return snapshot(table).getLatestTransactionVersion(ENGINE, id).orElse(-1L);
    }

    public static Snapshot snapshot(Path table) {
        return Table.forPath(ENGINE, table.toAbsolutePath().toString()).getLatestSnapshot(ENGINE);
    }

    private static void readFile(Row scanState, Row scanFile, List<TableRow> rows) throws IOException {
        FileStatus file = InternalScanFileUtils.getAddFileStatus(scanFile);
        StructType physical = ScanStateRow.getPhysicalDataReadSchema(scanState);
        try (CloseableIterator<ColumnarBatch> data = ENGINE.getParquetHandler()
                        .readParquetFiles(Utils.singletonCloseableIterator(file), physical, Optional.empty())
                        .map(result -> result.getData());
                CloseableIterator<FilteredColumnarBatch> batches =
                        Scan.transformPhysicalData(ENGINE, scanState, scanFile, data)) {
            while (batches.hasNext()) {
                addRows(batches.next(), rows);
            }
        }
    }

    private static void addRows(FilteredColumnarBatch batch, List<TableRow> rows) {
        ColumnarBatch data = batch.getData();
        Optional<ColumnVector> selection = batch.getSelectionVector();
        for (int row = 0; row < data.getSize(); row++) {
            int number = row;
            if (selection.isEmpty()
                    || (!selection.get().isNullAt(row) && selection.get().getBoolean(row))) {
                rows.add(row(data.getSchema().length(), column -> value(data.getColumnVector(column), number)));
            }
        }
    }

    private static TableRow row(int width, IntFunction<@Nullable Object> columns) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            values.add(columns.apply(i));
        }
        return new TableRow(values);
    }

    private static @Nullable Object value(ColumnVector column, int row) {
        DataType type = column.getDataType();
        if (column.isNullAt(row)) {
            return null;
        } else if (type instanceof StructType struct) {
            return row(struct.length(), field -> value(column.getChild(field), row));
        } else if (type instanceof ArrayType) {
            ArrayValue array = column.getArray(row);
            List<@Nullable Object> elements = new ArrayList<>();
            for (int i = 0; i < array.getSize(); i++) {
                elements.add(value(array.getElements(), i));
            }
            return elements;
        } else if (type instanceof MapType) {
            MapValue map = column.getMap(row);
            Map<@Nullable Object, @Nullable Object> entries = new HashMap<>();
            for (int i = 0; i < map.getSize(); i++) {
                entries.put(value(map.getKeys(), i), value(map.getValues(), i));
            }
            return entries;
        }
        return plain(column, row, type);
    }

    private static Object plain(ColumnVector column, int row, DataType type) {
        if (type instanceof BooleanType) {
            return column.getBoolean(row);
        } else if (type instanceof IntegerType) {
            return column.getInt(row);
        } else if (type instanceof LongType) {
            return column.getLong(row);
        } else if (type instanceof FloatType) {
            return column.getFloat(row);
        } else if (type instanceof DoubleType) {
            return column.getDouble(row);
        } else if (type instanceof DecimalType) {
            return column.getDecimal(row);
        } else if (type instanceof StringType) {
            return column.getString(row);
        } else if (type instanceof TimestampType) {
            return Instant.EPOCH.plus(column.getLong(row), ChronoUnit.MICROS);
        } else if (type instanceof DateType) {
            return LocalDate.ofEpochDay(column.getInt(row));
        } else if (type instanceof BinaryType) {
            return column.getBinary(row);
        }
        throw new IllegalStateException("a column of type " + type + ": no table of ours has one");
    }
}
