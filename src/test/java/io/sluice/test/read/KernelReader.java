package io.sluice.test.read;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
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
import java.util.List;
import java.util.Optional;
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
                        Scan.transformPhysicalData(ENGINE, scanState, scanFile, data);
                CloseableIterator<Row> logical = Utils.intoRows(batches)) {
            while (logical.hasNext()) {
                rows.add(row(logical.next()));
            }
        }
    }

    private static TableRow row(Row row) {
        StructType schema = row.getSchema();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < schema.length(); i++) {
            values.add(row.isNullAt(i) ? null : value(row, i, schema.at(i).getDataType()));
        }
        return new TableRow(values);
    }

    private static Object value(Row row, int ordinal, DataType type) {
        if (type instanceof BooleanType) {
            return row.getBoolean(ordinal);
        } else if (type instanceof IntegerType) {
            return row.getInt(ordinal);
        } else if (type instanceof LongType) {
            return row.getLong(ordinal);
        } else if (type instanceof FloatType) {
            return row.getFloat(ordinal);
        } else if (type instanceof DoubleType) {
            return row.getDouble(ordinal);
        } else if (type instanceof DecimalType) {
            return row.getDecimal(ordinal);
        } else if (type instanceof StringType) {
            return row.getString(ordinal);
        } else if (type instanceof TimestampType) {
            return Instant.EPOCH.plus(row.getLong(ordinal), ChronoUnit.MICROS);
        } else if (type instanceof DateType) {
            return LocalDate.ofEpochDay(row.getInt(ordinal));
        } else if (type instanceof BinaryType) {
            return row.getBinary(ordinal);
        }
        throw new IllegalStateException("a column of type " + type + ": no table of ours has one");
    }
}
