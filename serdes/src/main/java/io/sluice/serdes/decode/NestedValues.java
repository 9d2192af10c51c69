package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.time.TimestampFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The readers of JSON objects and arrays into nested columns. What is inside is read by the readers of its types, with their rules.
 * They read on behind a problem, for of a name that comes twice the last value counts.
 */
final class NestedValues {
    private static final int FIRST_ELEMENTS = 8;

    private NestedValues() {}

    /** @param time how all timestamps and dates inside are written; empty: as ISO-8601 */
    static ValueReader of(DataType.Nested type, Optional<TimestampFormat> time, ValueRules rules) {
        if (type instanceof DataType.Struct struct) {
            return new StructReader(struct, time, rules);
        }
        if (type instanceof DataType.Array array) {
            ValueReader elements = ValueReader.of(array.element(), time, rules);
            return (parser, token, row, column) -> readArray(elements, parser, token, row, column);
        }
        ValueReader values = ValueReader.of(((DataType.Dictionary) type).value(), time, rules);
        return (parser, token, row, column) -> readMap(values, parser, token, row, column);
    }

    private static final class StructReader implements ValueReader {
        private final DataType.Struct type;
        private final ValueReader[] readers;
        private final String[] places;
        private final Map<String, Integer> names = new HashMap<>();

        StructReader(DataType.Struct type, Optional<TimestampFormat> time, ValueRules rules) {
            this.type = type;
            this.readers = new ValueReader[type.fields().width()];
            this.places = new String[readers.length];
            for (int i = 0; i < readers.length; i++) {
                String name = type.fields().column(i).name();
                names.put(name, i);
                places[i] = InsideProblems.field(name);
                readers[i] = ValueReader.of(type.fields().column(i).type(), time, rules);
            }
        }

        @Override
        public @Nullable String read(JsonParser parser, JsonToken token, Row row, int column) throws IOException {
            if (token != JsonToken.START_OBJECT) {
                return StrictValues.found(parser, token) + " where an object is expected";
            }
            Row inside = type.fields().newRow();
            InsideProblems problems = new InsideProblems();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                Integer field = names.get(parser.currentName());
                JsonToken value = parser.nextToken();
                if (field != null) {
                    problems.set(places[field], readValue(readers[field], parser, value, inside, field));
                }
                parser.skipChildren();
            }
            row.setObject(column, inside);
            return problems.withMissing(type, inside);
        }
    }

    /** @return the problem, or null when the cell is set or null */
    private static @Nullable String readValue(
            ValueReader reader, JsonParser parser, JsonToken token, Row inside, int cell) throws IOException {
        if (token == JsonToken.VALUE_NULL) {
            inside.setNull(cell);
            return null;
        }
        String problem = reader.read(parser, token, inside, cell);
        if (problem != null) {
            inside.setNull(cell);
        }
        return problem;
    }

    private static @Nullable String readArray(
            ValueReader elements, JsonParser parser, JsonToken token, Row row, int column) throws IOException {
        if (token != JsonToken.START_ARRAY) {
            return StrictValues.found(parser, token) + " where an array is expected";
        }
        Row inside = new Row(FIRST_ELEMENTS);
        InsideProblems problems = new InsideProblems();
        int size = 0;
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            if (size == inside.width()) {
                inside = inside.resized(2 * size);
            }
            String problem = readValue(elements, parser, next, inside, size);
            if (problem != null) {
                problems.add("[" + size + "]", problem);
            }
            parser.skipChildren();
            size++;
        }
        row.setObject(column, inside.resized(size));
        return problems.text();
    }

    private static @Nullable String readMap(ValueReader values, JsonParser parser, JsonToken token, Row row, int column)
            throws IOException {
        if (token != JsonToken.START_OBJECT) {
            return StrictValues.found(parser, token) + " where an object is expected";
        }
        Row inside = new Row(2 * FIRST_ELEMENTS);
        Map<String, Integer> entries = new HashMap<>();
        InsideProblems problems = new InsideProblems();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            Integer seen = entries.putIfAbsent(key, entries.size());
            int entry = seen == null ? entries.size() - 1 : seen;
            if (2 * entry == inside.width()) {
                inside = inside.resized(4 * entry);
            }
            inside.setObject(2 * entry, key);
            JsonToken value = parser.nextToken();
            String problem = readValue(values, parser, value, inside, 2 * entry + 1);
            problems.setOfKey(key, problem);
            parser.skipChildren();
        }
        row.setObject(column, inside.resized(2 * entries.size()));
        return problems.text();
    }
}
