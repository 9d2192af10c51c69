package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes messages that are one JSON object each, in UTF-8. A column takes the value of the field of exactly its name, case
 * included, as in Spark's from_json; of a name that comes twice the last value counts; fields without a column are skipped.
 *
 * <p>Nothing is guessed and nothing lost: a value of another kind than the column's, out of its range, or finer than it is a bad
 * record. A field that is null or missing is null, unless the column is declared not null.
 */
public final class JsonRowDecoder implements RowDecoder {
    private final Schema schema;
    private final JsonFactory factory;
    private final Map<String, Field> fields = new HashMap<>();
    private final int[] required;
    private final @Nullable String[] problems;
    private boolean problematic;

    private record Field(int column, boolean nullable, ValueReader reader) {}

    /** Timestamps without an offset are taken as UTC. */
    public JsonRowDecoder(Schema schema, BitSet wanted) {
        this(schema, wanted, ZoneOffset.UTC);
    }

    /**
     * @param wanted the ordinals of the columns to decode; the others stay null, whatever the message holds
     * @param zone the zone of timestamps without an offset
     */
    public JsonRowDecoder(Schema schema, BitSet wanted, ZoneId zone) {
        if (wanted.length() > schema.width()) {
            throw new IllegalArgumentException("wanted column = " + (wanted.length() - 1)
                    + ": must be less than the schema's width, " + schema.width());
        }
        this.schema = schema;
        this.problems = new @Nullable String[schema.width()];
        wanted.stream().forEach(i -> {
            Column column = schema.column(i);
            fields.put(column.name(), new Field(i, column.nullable(), StrictValues.of(column.type(), zone)));
        });
        this.required =
                wanted.stream().filter(i -> !schema.column(i).nullable()).toArray();
        this.factory = JsonFactory.builder()
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                // names are made one String per name all the same; interning is for ==, and grows with hostile names
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    @Override
    public void decode(byte @Nullable [] message, Row row) {
        if (row.width() != schema.width()) {
            throw new IllegalArgumentException(
                    "row width = " + row.width() + ": must be that of the schema, " + schema.width());
        }
        row.clear();
        if (message == null) {
            throw new BadRecordException("the message is null (a tombstone)");
        }
        String unreadable = MessageBytes.problem(message);
        if (unreadable != null) {
            throw new BadRecordException(unreadable);
        }
        clearProblems();
        parse(message, row);
        for (int column : required) {
            requireValue(column, row);
        }
        if (problematic) {
            throwProblems();
        }
    }

    private void parse(byte[] message, Row row) {
        try (JsonParser parser = factory.createParser(message)) {
            readMessage(parser, row);
        } catch (BadRecordException e) {
            throw e;
        } catch (JsonProcessingException e) {
            throw new BadRecordException(ParserReason.of(e));
        } catch (IOException | RuntimeException e) {
            // the parser's own faults: whatever it throws for a message is about that message
            throw new BadRecordException("the message cannot be parsed: " + e);
        }
    }

    private void readMessage(JsonParser parser, Row row) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new BadRecordException("the message is blank");
        }
        if (first != JsonToken.START_OBJECT) {
            throw new BadRecordException("the message is " + kind(first) + " where a JSON object is expected");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Field field = fields.get(parser.currentName());
            JsonToken token = parser.nextToken();
            if (field != null) {
                readField(field, parser, token, row);
            }
            // after a problem too, so that all columns are heard
            parser.skipChildren();
        }
        requireEnd(parser);
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_NULL -> "the word null";
            default -> "a boolean";
        };
    }

    private void readField(Field field, JsonParser parser, JsonToken token, Row row) throws IOException {
        String problem;
        if (token == JsonToken.VALUE_NULL) {
            row.setNull(field.column);
            problem = field.nullable ? null : "it is null, the column is declared not null";
        } else {
            problem = field.reader.read(parser, token, row, field.column);
        }
        // also when there is none: of a repeated name the last value counts
        problems[field.column] = problem;
        problematic |= problem != null;
    }

    private static void requireEnd(JsonParser parser) throws IOException {
        JsonToken next;
        try {
            next = parser.nextToken();
        } catch (JsonProcessingException e) {
            throw new BadRecordException(
                    "after the JSON object" + ParserReason.place(e) + " there is more: " + ParserReason.words(e));
        }
        if (next != null) {
            throw new BadRecordException("after the JSON object there is more: a message must be one object");
        }
    }

    private void requireValue(int column, Row row) {
        if (row.isNull(column) && problems[column] == null) {
            problems[column] = "it is missing, the column is declared not null";
            problematic = true;
        }
    }

    private void clearProblems() {
        if (problematic) {
            Arrays.fill(problems, null);
            problematic = false;
        }
    }

    private void throwProblems() {
        int first = -1;
        List<String> all = new ArrayList<>();
        for (int i = 0; i < problems.length; i++) {
            String problem = problems[i];
            if (problem != null) {
                all.add((first < 0 ? "" : "column '" + schema.column(i).name() + "': ") + problem);
                first = first < 0 ? i : first;
            }
        }
        if (first >= 0) {
            throw new BadRecordException(schema.column(first).name(), String.join("; ", all));
        }
    }
}
