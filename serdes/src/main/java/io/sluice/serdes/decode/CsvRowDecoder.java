package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes messages of one or more lines of fields; see {@link PayloadFormat.Csv}. */
final class CsvRowDecoder implements RowDecoder {

    /** A column and where it is: a field's position, or its name in the header. */
    private record Part(int column, boolean nullable, int position, String name, TextReader reader) {}

    private final RecordFormat format;
    private final PayloadFormat.Csv csv;
    private final CsvFactory factory;
    private final CsvSchema dialect;
    private final ColumnProblems problems;
    private final List<Part> parts = new ArrayList<>();
    private final int[] columns;
    /** How many fields a line must have; negative when columns name their fields by position. */
    private final int fields;

    private final List<@Nullable String> line = new ArrayList<>();

    CsvRowDecoder(RecordFormat format, PayloadFormat.Csv csv, BitSet wanted) {
        this.format = format;
        this.csv = csv;
        this.problems = new ColumnProblems(format.schema());
        int position = 0;
        boolean positions = false;
        for (int column : format.payloadColumns()) {
            boolean hasPath = format.columns().get(column).path().isPresent();
            Part part = part(column, hasPath ? -1 : position++);
            positions |= hasPath && !csv.header();
            if (wanted.get(column)) {
                parts.add(part);
            }
        }
        this.fields = csv.header() || positions ? -1 : position;
        this.columns = parts.stream().mapToInt(Part::column).toArray();
        this.factory = CsvFactory.builder()
                .enable(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL)
                .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
                .build();
        this.dialect = CsvSchema.emptySchema()
                .withColumnSeparator(csv.delimiter())
                .withQuoteChar(csv.quote())
                .withoutComments();
    }

    private Part part(int column, int position) {
        Column declared = format.schema().column(column);
        List<FieldPath.Step> steps = format.path(column).steps();
        FieldPath.Step step = steps.size() == 1 ? steps.get(0) : new FieldPath.Step.Each();
        if (csv.header() && step instanceof FieldPath.Step.Name named) {
            return new Part(column, declared.nullable(), -1, named.name(), format.textReader(column));
        }
        if (!csv.header() && position >= 0) {
            return new Part(column, declared.nullable(), position, "", format.textReader(column));
        }
        if (!csv.header() && step instanceof FieldPath.Step.Index index) {
            return new Part(column, declared.nullable(), index.index(), "", format.textReader(column));
        }
        throw new IllegalArgumentException("path " + format.path(column) + ": a line of csv has "
                + (csv.header() ? "names, as in path: temp" : "positions, as in path: [2]"));
    }

    @Override
    public void decode(Message message, Rows rows) {
        byte[] value = format.begin(message, rows, problems);
        try (CsvParser parser = factory.createParser(MessageBytes.text(value))) {
            parser.setSchema(dialect);
            readLines(parser, rows);
        } catch (BadRecordException e) {
            throw e;
        } catch (JsonProcessingException e) {
            throw new BadRecordException("the message is not csv: " + ParserReason.words(e));
        } catch (IOException | RuntimeException e) {
            // the parser's own faults: whatever it throws for a message is about that message
            throw new BadRecordException("the message cannot be parsed: " + e);
        }
        problems.throwIfAny();
    }

    private void readLines(CsvParser parser, Rows rows) throws IOException {
        int[] positions = parts.stream().mapToInt(Part::position).toArray();
        int expected = fields;
        if (csv.header() && readLine(parser)) {
            for (int i = 0; i < positions.length; i++) {
                positions[i] = line.indexOf(parts.get(i).name);
            }
            expected = line.size();
        }
        while (readLine(parser)) {
            if (expected >= 0 && line.size() != expected) {
                throw new BadRecordException("line " + (rows.size() + (csv.header() ? 2 : 1)) + " has " + line.size()
                        + " fields where " + expected + " are expected");
            }
            readRow(rows.add(), positions);
            problems.endRow(columns, "line " + (rows.size() + (csv.header() ? 1 : 0)));
        }
        if (rows.size() == 0) {
            throw new BadRecordException(
                    csv.header() ? "the message has no line behind a header" : "the message is blank");
        }
    }

    private boolean readLine(CsvParser parser) throws IOException {
        line.clear();
        if (parser.nextToken() == null) {
            return false;
        }
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == null) {
                throw new BadRecordException("the message ends in the middle of a line");
            }
            String field = token == JsonToken.VALUE_NULL ? null : parser.getText();
            line.add(field == null || (!csv.nullText().isEmpty() && field.equals(csv.nullText())) ? null : field);
        }
        return true;
    }

    private void readRow(Row row, int[] positions) {
        for (int i = 0; i < positions.length; i++) {
            Part part = parts.get(i);
            String field = positions[i] >= 0 && positions[i] < line.size() ? line.get(positions[i]) : null;
            String problem = field == null
                    ? part.nullable ? null : "it is missing, the column is declared not null"
                    : part.reader.read(field, row, part.column);
            if (problem != null) {
                row.setNull(part.column);
            }
            problems.set(part.column, problem);
        }
    }
}
