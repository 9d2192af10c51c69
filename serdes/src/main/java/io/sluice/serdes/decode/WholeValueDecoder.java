package io.sluice.serdes.decode;

import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import java.util.BitSet;
import java.util.List;

/** Takes the whole value of a record into one column, as text of its type or as the bytes that it is. */
final class WholeValueDecoder implements RowDecoder {
    private final RecordFormat format;
    private final int column;
    private final boolean wanted;
    private final boolean raw;
    private final TextReader reader;
    private final ColumnProblems problems;

    WholeValueDecoder(RecordFormat format, BitSet wanted) {
        this.format = format;
        this.raw = format.payload() instanceof PayloadFormat.Raw;
        List<Integer> columns = format.payloadColumns();
        if (columns.size() != 1) {
            throw new IllegalArgumentException("columns = " + columns.size()
                    + ": a format of text or raw bytes has one column besides" + " those with a path of _kafka");
        }
        this.column = columns.get(0);
        if (raw && format.schema().column(column).type() != Primitive.BINARY) {
            throw new IllegalArgumentException("column "
                    + format.schema().column(column).name() + ": must be of type binary, as the format is raw bytes");
        }
        this.wanted = wanted.get(column);
        this.reader = format.textReader(column);
        this.problems = new ColumnProblems(format.schema());
    }

    @Override
    public void decode(Message message, Rows rows) {
        byte[] value = format.begin(message, rows, problems);
        Row row = rows.add();
        if (!wanted) {
            return;
        }
        if (raw) {
            row.setObject(column, value.clone());
            return;
        }
        String problem = reader.read(MessageBytes.text(value), row, column);
        if (problem != null) {
            row.setNull(column);
        }
        problems.set(column, problem);
        problems.throwIfAny();
    }
}
