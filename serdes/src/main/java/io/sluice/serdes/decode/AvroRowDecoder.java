package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Decodes messages in Avro's binary form; see {@link PayloadFormat.Avro}. */
final class AvroRowDecoder implements RowDecoder {

    private record Part(int column, boolean nullable, List<FieldPath.Step> steps, AvroCell values) {}

    private record Written(Schema schema, GenericDatumReader<Object> reader) {}

    private final RecordFormat format;
    private final PayloadFormat.Avro avro;
    private final Map<Integer, Written> schemas = new HashMap<>();
    private final List<FieldPath.Step> rowsAt;
    private final List<Part> inner = new ArrayList<>();
    private final List<Part> outer = new ArrayList<>();
    private final int[] innerColumns;
    private final ColumnProblems problems;
    private @Nullable BinaryDecoder reused;

    AvroRowDecoder(RecordFormat format, PayloadFormat.Avro avro, BitSet wanted) {
        this.format = format;
        this.avro = avro;
        this.problems = new ColumnProblems(format.schema());
        avro.schemas().forEach((id, json) -> schemas.put(id, written(json)));
        List<FieldPath.Step> steps = avro.explode().map(FieldPath::steps).orElse(List.of());
        this.rowsAt = steps.isEmpty() ? steps : steps.subList(0, steps.size() - 1);
        requireInSchemas("explode " + FieldPath.text(steps), steps);
        wanted.stream().forEach(this::addPart);
        this.innerColumns = inner.stream().mapToInt(Part::column).toArray();
    }

    private static Written written(String json) {
        Schema schema = parse(json);
        return new Written(schema, new GenericDatumReader<>(schema, schema, new GenericData()));
    }

    /** @throws IllegalArgumentException when it is no schema */
    static Schema parse(String json) {
        try {
            return new Schema.Parser().parse(json);
        } catch (AvroRuntimeException e) {
            throw new IllegalArgumentException(
                    e.getCause() instanceof JsonProcessingException noJson
                            ? "it is no JSON: " + ParserReason.words(noJson)
                            : String.valueOf(e.getMessage()),
                    e);
        }
    }

    private void addPart(int column) {
        FieldPath path = format.path(column);
        boolean ofMessage =
                path.root() == FieldPath.Root.MESSAGE && avro.explode().isPresent();
        List<FieldPath.Step> whole = new ArrayList<>(
                ofMessage ? List.of() : avro.explode().map(FieldPath::steps).orElse(List.of()));
        whole.addAll(path.steps());
        requireInSchemas("path " + path, whole);
        requireFields(path, whole, format.schema().column(column).type());
        (ofMessage ? outer : inner)
                .add(new Part(
                        column,
                        format.schema().column(column).nullable(),
                        path.steps(),
                        AvroCell.of(
                                format.schema().column(column).type(),
                                format.columns().get(column).time(),
                                format.rules())));
    }

    /** A name that is misspelt would be null in all messages, and nobody would hear of it. */
    private void requireInSchemas(String setting, List<FieldPath.Step> steps) {
        if (!schemas.isEmpty() && ends(steps).isEmpty()) {
            throw new IllegalArgumentException(setting + ": the Avro schema has nothing there");
        }
    }

    private List<Schema> ends(List<FieldPath.Step> steps) {
        return schemas.values().stream()
                .flatMap(written -> AvroValue.ends(written.schema, steps).stream())
                .toList();
    }

    /** As for a path: each field that is declared inside of a column must be in one of the schemas. */
    private void requireFields(FieldPath path, List<FieldPath.Step> steps, DataType type) {
        List<List<String>> missing = ends(steps).stream()
                .map(end -> AvroNested.missing(end, type, ""))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        List<String> everywhere = new ArrayList<>(missing.get(0));
        missing.forEach(everywhere::retainAll);
        if (!everywhere.isEmpty()) {
            throw new IllegalArgumentException("path " + path + ": the Avro schema has no "
                    + everywhere.stream().distinct().collect(Collectors.joining(", ")) + " in it");
        }
    }

    @Override
    public void decode(Message message, Rows rows) {
        byte[] value = format.begin(message, rows, problems);
        AvroValue root = read(value);
        if (avro.explode().isEmpty()) {
            readRow(inner, root, rows.add());
        } else {
            readRows(root, rows);
        }
        problems.throwIfAny();
    }

    private AvroValue read(byte[] message) {
        boolean framed = avro.framing() == PayloadFormat.Framing.REGISTRY;
        int start = framed ? RegistryFrame.require(message) : 0;
        Written written = framed
                ? schema(RegistryFrame.schemaId(message))
                : schemas.values().iterator().next();
        try {
            BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(message, start, message.length - start, reused);
            reused = decoder;
            Object value = written.reader.read(null, new BoundedAvroDecoder(decoder, message.length));
            if (!decoder.isEnd()) {
                throw new BadRecordException(
                        "the message has more bytes than its Avro schema reads" + hint(message, framed));
            }
            return AvroValue.of(written.schema, value);
        } catch (BadRecordException e) {
            throw e;
        } catch (EOFException e) {
            throw new BadRecordException("the message ends in the middle of its Avro value"
                    + (e.getMessage() == null ? "" : ": " + e.getMessage()) + hint(message, framed));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // the library's own faults: whatever it throws for a message is about that message
            throw new BadRecordException("the message is no Avro of its schema: "
                    + Shown.plain(String.valueOf(e.getMessage())) + hint(message, framed));
        }
    }

    private static String hint(byte[] message, boolean framed) {
        return !framed && message.length >= RegistryFrame.LENGTH && message[0] == 0
                ? "; it starts with byte 0x00 and may be framed by a schema registry, schema id "
                        + RegistryFrame.schemaId(message)
                : "";
    }

    private Written schema(int id) {
        Written written = schemas.get(id);
        if (written == null) {
            throw new BadRecordException("the message is of schema id " + id + ", and there are schemas for "
                    + new TreeSet<>(schemas.keySet()) + " only");
        }
        return written;
    }

    private void readRows(AvroValue root, Rows rows) {
        AvroValue array;
        try {
            array = root.at(rowsAt);
        } catch (AvroValue.BadAvroPathException e) {
            throw new BadRecordException(String.valueOf(e.getMessage()));
        }
        String name = FieldPath.text(rowsAt);
        if (!(array.value() instanceof List<?> elements)) {
            throw new BadRecordException("the message has no array " + name + "[*], which explode declares");
        }
        for (int i = 0; i < elements.size(); i++) {
            AvroValue element = AvroValue.of(array.schema().getElementType(), elements.get(i));
            readRow(inner, element, rows.add());
            problems.endRow(innerColumns, name + "[" + i + "]");
        }
        Row shared = format.schema().newRow();
        readRow(outer, root, shared);
        for (int i = 0; i < rows.size(); i++) {
            for (Part part : outer) {
                rows.row(i).copy(part.column, shared, part.column);
            }
        }
    }

    private void readRow(List<Part> parts, AvroValue from, Row row) {
        for (Part part : parts) {
            String problem;
            try {
                AvroValue value = from.at(part.steps);
                problem = value.value() == null ? null : part.values.read(value, row, part.column);
            } catch (AvroValue.BadAvroPathException e) {
                problem = e.getMessage();
            } catch (AvroRuntimeException e) {
                problem = Shown.plain(String.valueOf(e.getMessage()));
            }
            if (problem != null) {
                row.setNull(part.column);
            } else if (!part.nullable && row.isNull(part.column)) {
                problem = "it is missing, the column is declared not null";
            }
            problems.set(part.column, problem);
        }
    }
}
