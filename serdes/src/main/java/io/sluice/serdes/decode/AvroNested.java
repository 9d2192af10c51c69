package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.TimestampFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The readers of Avro's records, arrays and maps into nested columns. */
final class AvroNested {
    private AvroNested() {}

    static AvroCell of(DataType.Nested type, Optional<TimestampFormat> time, ValueRules rules) {
        if (type instanceof DataType.Struct struct) {
            List<AvroCell> cells = struct.fields().columns().stream()
                    .map(field -> AvroCell.of(field.type(), time, rules))
                    .toList();
            return (value, row, column) -> readStruct(struct, cells, value, row, column);
        }
        if (type instanceof DataType.Array array) {
            AvroCell elements = AvroCell.of(array.element(), time, rules);
            return (value, row, column) -> readArray(elements, value, row, column);
        }
        AvroCell values = AvroCell.of(((DataType.Dictionary) type).value(), time, rules);
        return (value, row, column) -> readMap(values, value, row, column);
    }

    private static @Nullable String readStruct(
            DataType.Struct type, List<AvroCell> cells, AvroValue value, Row row, int column) {
        if (!value.hasNames()) {
            return value.shown() + " where a record is expected";
        }
        Schema fields = type.fields();
        Row inside = fields.newRow();
        InsideProblems problems = new InsideProblems();
        for (int i = 0; i < fields.width(); i++) {
            AvroValue field =
                    value.at(List.of(new FieldPath.Step.Name(fields.column(i).name())));
            String problem = readValue(cells.get(i), field, inside, i);
            if (problem != null) {
                problems.add(InsideProblems.field(fields.column(i).name()), problem);
            }
        }
        row.setObject(column, inside);
        return problems.withMissing(type, inside);
    }

    /** @return the problem, or null when the cell is set or null */
    private static @Nullable String readValue(AvroCell reader, AvroValue value, Row inside, int cell) {
        String problem = value.value() == null ? null : reader.read(value, inside, cell);
        if (problem != null) {
            inside.setNull(cell);
        }
        return problem;
    }

    private static @Nullable String readArray(AvroCell elements, AvroValue value, Row row, int column) {
        if (!(value.value() instanceof List<?> list)) {
            return value.shown() + " where an array is expected";
        }
        Row inside = new Row(list.size());
        InsideProblems problems = new InsideProblems();
        for (int i = 0; i < list.size(); i++) {
            AvroValue element = AvroValue.of(value.schema().getElementType(), list.get(i));
            String problem = readValue(elements, element, inside, i);
            if (problem != null) {
                problems.add("[" + i + "]", problem);
            }
        }
        row.setObject(column, inside);
        return problems.text();
    }

    private static @Nullable String readMap(AvroCell values, AvroValue value, Row row, int column) {
        if (!(value.value() instanceof Map<?, ?> map)) {
            return value.shown() + " where a map is expected";
        }
        Row inside = new Row(2 * map.size());
        InsideProblems problems = new InsideProblems();
        int at = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = String.valueOf(entry.getKey());
            inside.setObject(at, key);
            AvroValue held = AvroValue.of(value.schema().getValueType(), entry.getValue());
            problems.setOfKey(key, readValue(values, held, inside, at + 1));
            at += 2;
        }
        row.setObject(column, inside);
        return problems.text();
    }

    /** The places of fields that values of the schema cannot have, such as {@code .device.id}, below a place. */
    static List<String> missing(org.apache.avro.Schema schema, DataType type, String place) {
        List<String> missing = new ArrayList<>();
        for (org.apache.avro.Schema branch : schema.isUnion() ? schema.getTypes() : List.of(schema)) {
            if (type instanceof DataType.Struct struct && branch.getType() == org.apache.avro.Schema.Type.RECORD) {
                struct.fields().columns().forEach(field -> {
                    String inside = place + InsideProblems.field(field.name());
                    org.apache.avro.Schema.Field written = branch.getField(field.name());
                    missing.addAll(written == null ? List.of(inside) : missing(written.schema(), field.type(), inside));
                });
            } else if (type instanceof DataType.Array array && branch.getType() == org.apache.avro.Schema.Type.ARRAY) {
                missing.addAll(missing(branch.getElementType(), array.element(), place + "[*]"));
            } else if (type instanceof DataType.Dictionary map && branch.getType() == org.apache.avro.Schema.Type.MAP) {
                missing.addAll(missing(branch.getValueType(), map.value(), place + "[*]"));
            }
        }
        return missing;
    }
}
