package io.sluice.delta.file;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/** Hands what is inside of a nested value to Parquet, in the form that {@link ParquetTypes} declares. */
final class NestedWriter {

    /** One kind of value inside, and how it is written: by another of these where it is nested itself. */
    private record Part(
            String name, FileColumn column, @Nullable NestedWriter nested, ColumnStatistics unused) {
        static Part of(String name, String place, DataType type) {
            FileColumn column = new FileColumn(place, type, true, 0);
            return new Part(
                    name,
                    column,
                    type instanceof DataType.Nested inside ? new NestedWriter(column, inside) : null,
                    ColumnStatistics.of(DataType.Primitive.BINARY));
        }

        /** Writes the field; nothing where the value is null. */
        void write(RecordConsumer out, int index, Row row, int ordinal) {
            if (row.isNull(ordinal)) {
                return;
            }
            out.startField(name, index);
            if (nested == null) {
                RowWriteSupport.value(out, column, row, ordinal, unused);
            } else {
                nested.write(out, row.nestedAt(ordinal));
            }
            out.endField(name, index);
        }
    }

    private final DataType.Nested type;
    private final List<Part> parts = new ArrayList<>();

    NestedWriter(FileColumn column, DataType.Nested type) {
        this.type = type;
        if (type instanceof DataType.Struct struct) {
            for (Column field : struct.fields().columns()) {
                parts.add(Part.of(field.name(), column.name() + "." + field.name(), field.type()));
            }
        } else if (type instanceof DataType.Array array) {
            parts.add(Part.of(ParquetTypes.ELEMENT, column.name() + "[]", array.element()));
        } else if (type instanceof DataType.Dictionary map) {
            parts.add(Part.of(ParquetTypes.VALUE, column.name() + "[]", map.value()));
        }
    }

    void write(RecordConsumer out, Row value) {
        out.startGroup();
        if (type instanceof DataType.Struct) {
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).write(out, i, value, i);
            }
        } else if (value.width() > 0) {
            // Parquet knows no field that is there without a value
            boolean map = type instanceof DataType.Dictionary;
            String repeated = map ? ParquetTypes.ENTRIES : ParquetTypes.LIST;
            out.startField(repeated, 0);
            for (int i = 0; i < value.width(); i += map ? 2 : 1) {
                out.startGroup();
                if (map) {
                    writeKey(out, value.stringAt(i));
                    parts.get(0).write(out, 1, value, i + 1);
                } else {
                    parts.get(0).write(out, 0, value, i);
                }
                out.endGroup();
            }
            out.endField(repeated, 0);
        }
        out.endGroup();
    }

    private static void writeKey(RecordConsumer out, String key) {
        out.startField(ParquetTypes.KEY, 0);
        out.addBinary(Binary.fromConstantByteArray(key.getBytes(StandardCharsets.UTF_8)));
        out.endField(ParquetTypes.KEY, 0);
    }
}
