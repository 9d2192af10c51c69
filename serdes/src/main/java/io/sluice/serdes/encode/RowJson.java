package io.sluice.serdes.encode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.Timestamps;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * Writes rows as JSON objects, one field per column in the schema's order: timestamps and dates as ISO-8601, decimals written
 * out, binary in base64, structs and maps as objects, nulls as null; NaN and the infinities, which JSON lacks, as the strings NaN, Infinity and -Infinity.
 * Thread-safe.
 */
public final class RowJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private final Schema schema;

    public RowJson(Schema schema) {
        this.schema = schema;
    }

    /** The row on one line. */
    public String text(Row row) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            writeFields(schema, row, generator);
        } catch (IOException e) {
            throw new UncheckedIOException("a string took no text", e);
        }
        return text.toString();
    }

    /** One nested value on one line, for people. */
    public static String text(DataType.Nested type, Row value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            writeNested(type, value, generator);
        } catch (IOException e) {
            throw new UncheckedIOException("a string took no text", e);
        }
        return text.toString();
    }

    private static void writeFields(Schema schema, Row row, JsonGenerator generator) throws IOException {
        generator.writeStartObject();
        for (int i = 0; i < schema.width(); i++) {
            Column column = schema.column(i);
            generator.writeFieldName(column.name());
            writeValue(column.type(), row, i, generator);
        }
        generator.writeEndObject();
    }

    private static void writeNested(DataType.Nested type, Row value, JsonGenerator generator) throws IOException {
        if (type instanceof DataType.Struct struct) {
            writeFields(struct.fields(), value, generator);
        } else if (type instanceof DataType.Array array) {
            generator.writeStartArray();
            for (int i = 0; i < value.width(); i++) {
                writeValue(array.element(), value, i, generator);
            }
            generator.writeEndArray();
        } else if (type instanceof DataType.Dictionary map) {
            generator.writeStartObject();
            for (int i = 0; i < value.width(); i += 2) {
                generator.writeFieldName(value.stringAt(i));
                writeValue(map.value(), value, i + 1, generator);
            }
            generator.writeEndObject();
        }
    }

    private static void writeValue(DataType type, Row row, int column, JsonGenerator generator) throws IOException {
        if (row.isNull(column)) {
            generator.writeNull();
        } else if (type instanceof Primitive primitive) {
            writePrimitive(primitive, row, column, generator);
        } else if (type instanceof DataType.Nested nested) {
            writeNested(nested, row.nestedAt(column), generator);
        } else {
            generator.writeNumber(row.decimalAt(column));
        }
    }

    private static void writePrimitive(Primitive type, Row row, int column, JsonGenerator generator)
            throws IOException {
        switch (type) {
            case BOOLEAN -> generator.writeBoolean(row.booleanAt(column));
            case INT, LONG -> generator.writeNumber(row.longAt(column));
            // as a float: 0.1 and not 0.10000000149011612
            case FLOAT -> generator.writeNumber((float) row.doubleAt(column));
            case DOUBLE -> generator.writeNumber(row.doubleAt(column));
            case STRING -> generator.writeString(row.stringAt(column));
            case TIMESTAMP -> generator.writeString(Timestamps.format(row.longAt(column)));
            case DATE -> generator.writeString(Dates.format((int) row.longAt(column)));
            case BINARY -> generator.writeBinary(row.binaryAt(column));
        }
    }
}
