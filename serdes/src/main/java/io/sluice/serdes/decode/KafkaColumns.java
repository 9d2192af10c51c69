package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds to each row of a message the columns that come from the Kafka record around it. */
final class KafkaColumns implements RowDecoder {

    /** Sets the column, or leaves it null where the record has no value; gives the problem, or null. */
    private interface Source {
        @Nullable
        String read(Message message, Row row, int column);
    }

    private record Part(Column column, int ordinal, Source source) {}

    private final RowDecoder payloads;
    private final ColumnProblems problems;
    private final List<Part> parts = new ArrayList<>();

    KafkaColumns(RecordFormat format, BitSet wanted, RowDecoder payloads) {
        this.payloads = payloads;
        this.problems = new ColumnProblems(format.schema());
        wanted.stream()
                .filter(column -> format.path(column).root() == FieldPath.Root.KAFKA)
                .forEach(column -> parts.add(new Part(format.schema().column(column), column, source(format, column))));
    }

    @Override
    public void decode(Message message, Rows rows) {
        problems.clear();
        try {
            payloads.decode(message, rows);
        } catch (BadRecordException e) {
            if (e.column().isPresent()) {
                read(message, rows);
            }
            throw e;
        }
        read(message, rows);
        problems.throwIfAny();
    }

    private void read(Message message, Rows rows) {
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.row(i);
            for (Part part : parts) {
                String problem = part.source.read(message, row, part.ordinal);
                boolean missing = problem == null && row.isNull(part.ordinal) && !part.column.nullable();
                problems.set(part.ordinal, missing ? "the record has none, the column is declared not null" : problem);
            }
        }
    }

    /**
     * The types that a part of the record can be read as; empty when there is no such part.
     *
     * @param path below {@code _kafka}
     */
    static Optional<List<DataType>> types(FieldPath path) {
        List<FieldPath.Step> steps = path.steps();
        boolean header = steps.size() == 2
                && steps.get(0).equals(new FieldPath.Step.Name("headers"))
                && steps.get(1) instanceof FieldPath.Step.Name;
        if (header) {
            return Optional.of(List.of());
        }
        if (steps.size() != 1 || !(steps.get(0) instanceof FieldPath.Step.Name named)) {
            return Optional.empty();
        }
        return switch (named.name()) {
            case "key" -> Optional.of(List.of());
            case "value" -> Optional.of(List.of(Primitive.STRING, Primitive.BINARY));
            case "topic" -> Optional.of(List.of(Primitive.STRING));
            case "partition" -> Optional.of(List.of(Primitive.INT, Primitive.LONG));
            case "offset" -> Optional.of(List.of(Primitive.LONG));
            case "timestamp" -> Optional.of(List.of(Primitive.TIMESTAMP));
            default -> Optional.empty();
        };
    }

    private static Source source(RecordFormat format, int ordinal) {
        List<FieldPath.Step> steps = format.path(ordinal).steps();
        String name = ((FieldPath.Step.Name) steps.get(0)).name();
        if (name.equals("headers")) {
            String header = ((FieldPath.Step.Name) steps.get(1)).name();
            return bytes(format, ordinal, message -> message.header(header));
        }
        return switch (name) {
            case "key" -> bytes(format, ordinal, Message::key);
            case "value" -> bytes(format, ordinal, Message::value);
            case "topic" ->
                (message, row, column) -> {
                    row.setObject(column, message.topic());
                    return null;
                };
            case "partition" ->
                (message, row, column) -> {
                    row.setLong(column, message.partition());
                    return null;
                };
            case "offset" ->
                (message, row, column) -> {
                    row.setLong(column, message.offset());
                    return null;
                };
            case "timestamp" -> KafkaColumns::readTimestamp;
            default -> throw new IllegalArgumentException("path " + format.path(ordinal) + ": is no part of a record");
        };
    }

    private static @Nullable String readTimestamp(Message message, Row row, int column) {
        long ms = message.timestampMs();
        if (ms > Long.MAX_VALUE / 1_000 || ms < Long.MIN_VALUE / 1_000) {
            return "the record's timestamp " + ms + " is beyond any date";
        }
        row.setLong(column, ms * 1_000);
        return null;
    }

    private interface Bytes {
        byte @Nullable [] of(Message message);
    }

    private static Source bytes(RecordFormat format, int ordinal, Bytes part) {
        if (format.schema().column(ordinal).type() == Primitive.BINARY) {
            return (message, row, column) -> {
                byte[] bytes = part.of(message);
                if (bytes != null) {
                    row.setObject(column, bytes.clone());
                }
                return null;
            };
        }
        TextReader reader = format.textReader(ordinal);
        return (message, row, column) -> {
            byte[] bytes = part.of(message);
            if (bytes == null) {
                return null;
            }
            String malformed = MessageBytes.malformed(bytes);
            return malformed != null ? malformed : reader.read(new String(bytes, StandardCharsets.UTF_8), row, column);
        };
    }
}
