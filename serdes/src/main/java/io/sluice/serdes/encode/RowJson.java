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
 * out, binary in base64, nulls as null; NaN and the infinities, which JSON lacks, as the strings NaN, Infinity and -Infinity.
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
            write(row, generator);
        } catch (IOException e) {
            throw new UncheckedIOException("a string took no text", e);
        }
        return text.toString();
    }

    private void write(Row row, JsonGenerator generator) throws IOException {
        generator.writeStartObject();
        for (int i = 0; i < schema.width(); i++) {
            Column column = schema.column(i);
            generator.writeFieldName(column.name());
            if (row.isNull(i)) {
                generator.writeNull();
            } else {
                writeValue(column.type(), row, i, generator);
            }
        }
        generator.writeEndObject();
    }

    private static void writeValue(DataType type, Row row, int column, JsonGenerator generator) throws IOException {
        if (!(type instanceof Primitive primitive)) {
            generator.writeNumber(row.decimalAt(column));
            return;
        }
        switch (primitive) {
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
