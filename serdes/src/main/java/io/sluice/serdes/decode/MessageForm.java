package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Row;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a message of JSON around its values: braces, names, commas, blanks. A message that has the same bytes there, and plain
 * values in between, is JSON with the same names as the one the form was learned from, and is read by comparing. {@link FormLearner}
 * tells which messages have one. Confined to one thread.
 */
final class MessageForm {
    /** @param reader of the column's plain values */
    record Column(int ordinal, boolean nullable, PlainReader reader) {}

    private final byte[][] before;
    private final byte[] end;
    private final @Nullable Column[] places;
    private final PlainScanner scanner = new PlainScanner();

    /**
     * @param before the bytes before each value, from the one before it
     * @param places what reads each value; null when no column does
     * @param end the bytes behind the last
     */
    MessageForm(List<byte[]> before, List<@Nullable Column> places, byte[] end) {
        this.before = before.toArray(byte[][]::new);
        this.places = places.toArray(Column[]::new);
        this.end = end;
    }

    /**
     * Reads the columns of a message.
     *
     * @param row of nulls; undefined when the answer is false
     * @return false when the message has another form, or a value that is not plain or not its column's: nothing is said about it then
     */
    boolean read(byte[] message, Row row) {
        int at = 0;
        for (int i = 0; i < places.length; i++) {
            byte[] expected = before[i];
            if (!isAt(message, at, expected)) {
                return false;
            }
            at = readValue(message, at + expected.length, places[i], row);
            if (at < 0) {
                return false;
            }
        }
        return message.length - at == end.length && isAt(message, at, end);
    }

    private static boolean isAt(byte[] message, int at, byte[] expected) {
        int to = at + expected.length;
        return to <= message.length && Arrays.equals(message, at, to, expected, 0, expected.length);
    }

    /** Where the value ends, exclusive, or -1. */
    private int readValue(byte[] message, int at, @Nullable Column column, Row row) {
        if (at == message.length) {
            return -1;
        }
        if (column == null) {
            return scanner.end(message, at);
        }
        byte first = message[at];
        if (first == '"') {
            int quote = PlainScanner.endOfText(message, at + 1);
            return quote >= 0 && column.reader.text(message, at + 1, quote, row, column.ordinal) ? quote + 1 : -1;
        }
        if (PlainScanner.startsNumber(first)) {
            int end = scanner.number(message, at);
            return end >= 0 && column.reader.number(scanner.unscaled(), scanner.scale(), row, column.ordinal)
                    ? end
                    : -1;
        }
        int end = PlainScanner.endOfWord(message, at);
        boolean taken =
                end >= 0 && (first == 'n' ? column.nullable : column.reader.truth(first == 't', row, column.ordinal));
        return taken ? end : -1;
    }
}
