package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Schema;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

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

    TextReader textReader(int column) {
        return TextValues.of(schema.column(column).type(), columns.get(column).time(), rules);
    }

    /**
     * A decoder for one thread.
     *
     * @param wanted the ordinals of the columns to decode; the others stay null, whatever the message holds
     * @throws IllegalArgumentException when two columns read the same place, or one reads a part of the other's
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
        throw new AssertionError("unknown format " + payload);
    }
}
