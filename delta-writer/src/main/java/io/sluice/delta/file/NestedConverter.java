package io.sluice.delta.file;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/**
 * Sets one nested column of a row from a group in a file. The converters below fill cells that are used again and again; at the end
 * of the group a copy of them is the value.
 */
abstract class NestedConverter extends GroupConverter {
    private final List<Converter> inside = new ArrayList<>();
    final Row row;
    final int ordinal;

    private NestedConverter(Row row, int ordinal) {
        this.row = row;
        this.ordinal = ordinal;
    }

    static Converter of(DataType.Nested type, GroupType file, Row row, int ordinal) {
        if (type instanceof DataType.Struct struct) {
            return new OfStruct(struct, file, row, ordinal);
        }
        GroupType repeated = file.getType(0).asGroupType();
        if (type instanceof DataType.Array array) {
            return new OfRepeated(List.of(array.element()), repeated, row, ordinal);
        }
        List<DataType> entry = List.of(DataType.Primitive.STRING, ((DataType.Dictionary) type).value());
        return new OfRepeated(entry, repeated, row, ordinal);
    }

    final void add(DataType type, Type file, Row cells, int cell) {
        inside.add(ValueConverter.of(type, file, cells, cell));
    }

    @Override
    public Converter getConverter(int field) {
        return inside.get(field);
    }

    private static final class OfStruct extends NestedConverter {
        private final Row cells;

        OfStruct(DataType.Struct type, GroupType file, Row row, int ordinal) {
            super(row, ordinal);
            cells = type.fields().newRow();
            for (Type field : file.getFields()) {
                int cell = type.fields()
                        .ordinal(field.getName())
                        .orElseThrow(() -> new IllegalArgumentException("a data file has the field " + field.getName()
                                + " in " + file.getName() + ", and the table's column is " + type));
                add(type.fields().column(cell).type(), field, cells, cell);
            }
        }

        @Override
        public void start() {
            cells.clear();
        }

        @Override
        public void end() {
            row.setObject(ordinal, cells.resized(cells.width()));
        }
    }

    /** A list or a map: the group holds a repeated group, whose cells are one element, or a key and its value. */
    private static final class OfRepeated extends NestedConverter {
        private static final int FIRST_CELLS = 16;

        private final Row cells;
        private final GroupConverter repeated;
        private Row elements = new Row(FIRST_CELLS);
        private int size;

        OfRepeated(List<DataType> types, GroupType file, Row row, int ordinal) {
            super(row, ordinal);
            this.cells = new Row(types.size());
            for (int i = 0; i < types.size(); i++) {
                add(types.get(i), file.getType(i), cells, i);
            }
            this.repeated = new GroupConverter() {
                @Override
                public Converter getConverter(int field) {
                    return OfRepeated.super.getConverter(field);
                }

                @Override
                public void start() {
                    cells.clear();
                }

                @Override
                public void end() {
                    append();
                }
            };
        }

        @Override
        public Converter getConverter(int field) {
            return repeated;
        }

        @Override
        public void start() {
            size = 0;
        }

        private void append() {
            if (size + cells.width() > elements.width()) {
                elements = elements.resized(2 * elements.width());
            }
            for (int i = 0; i < cells.width(); i++) {
                elements.copy(size++, cells, i);
            }
        }

        @Override
        public void end() {
            row.setObject(ordinal, elements.resized(size));
        }
    }
}
