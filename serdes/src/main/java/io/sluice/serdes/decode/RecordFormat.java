package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How the records of a source become rows of its schema.
 *
 * @param columns for each column of the schema, in its order
 */
public record RecordFormat(Schema schema, List<ColumnFormat> columns, ValueRules rules, PayloadFormat payload) {
    public RecordFormat {
        columns = List.copyOf(columns);
        if (columns.size() != schema.width()) {
            throw new IllegalArgumentException(
                    "column formats = " + columns.size() + ": must be one for each column, " + schema.width());
        }
    }

    /** Plain JSON objects with a field for each column. */
    public static RecordFormat json(Schema schema) {
        return new RecordFormat(
                schema,
                Collections.nCopies(schema.width(), ColumnFormat.DEFAULT),
                ValueRules.DEFAULT,
                PayloadFormat.Json.PLAIN);
    }

    FieldPath path(int column) {
        return columns.get(column)
                .path()
                .orElseGet(() -> FieldPath.ofName(schema.column(column).name()));
    }

    /** @throws IllegalArgumentException when the column is nested: what is text here has nothing inside */
    TextReader textReader(int column) {
        if (schema.column(column).type() instanceof DataType.Nested type) {
            throw new IllegalArgumentException("column " + schema.column(column).name() + ": is of type " + type
                    + ", which has no form as plain text; nested columns are read from json and avro");
        }
        return TextValues.of(schema.column(column).type(), columns.get(column).time(), rules);
    }

    /** The columns that are read from the payload, not from the Kafka record around it. */
    List<Integer> payloadColumns() {
        return IntStream.range(0, schema.width())
                .filter(column -> path(column).root() != FieldPath.Root.KAFKA)
                .boxed()
                .toList();
    }

    /**
     * A decoder for one thread.
     *
     * @param wanted the ordinals of the columns to decode; the others stay null, whatever the message holds
     * @throws IllegalArgumentException when the format has no place for a column, or when two read the same place or one a part of
     *     the other's
     */
    public RowDecoder decoder(BitSet wanted) {
        requireInSchema(wanted);
        BitSet inMessage = (BitSet) wanted.clone();
        wanted.stream()
                .filter(column -> path(column).root() == FieldPath.Root.KAFKA)
                .forEach(inMessage::clear);
        RowDecoder payloads = payloadDecoder(inMessage);
        return inMessage.equals(wanted) ? payloads : new KafkaColumns(this, wanted, payloads);
    }

    /** Empties what the last message has left, and gives the value of this one. */
    byte[] begin(Message message, Rows rows, ColumnProblems problems) {
        requireWidth(schema, rows);
        rows.clear();
        problems.clear();
        return value(message.value());
    }

    static byte[] value(byte @Nullable [] value) {
        if (value == null) {
            throw new BadRecordException("the message is null (a tombstone)");
        }
        return value;
    }

    /** Columns behind those of the schema are the caller's, and null in each row. */
    static void requireWidth(Schema schema, Rows rows) {
        if (rows.width() < schema.width()) {
            throw new IllegalArgumentException(
                    "row width = " + rows.width() + ": must be at least that of the schema, " + schema.width());
        }
    }

    void requireInSchema(BitSet wanted) {
        if (wanted.length() > schema.width()) {
            throw new IllegalArgumentException("wanted column = " + (wanted.length() - 1)
                    + ": must be less than the schema's width, " + schema.width());
        }
    }

    private RowDecoder payloadDecoder(BitSet wanted) {
        if (payload instanceof PayloadFormat.Json json) {
            return new JsonRowDecoder(this, json, wanted);
        }
        if (payload instanceof PayloadFormat.Csv csv) {
            return new CsvRowDecoder(this, csv, wanted);
        }
        if (payload instanceof PayloadFormat.Avro avro) {
            return new AvroRowDecoder(this, avro, wanted);
        }
        return new WholeValueDecoder(this, wanted);
    }
}
