package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import java.io.IOException;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the columns of JSON values in one pass, guided by the tree of their paths. Confined to one thread. */
final class JsonTreeReader {
    private final Schema schema;
    private final JsonFactory factory;
    private final ColumnProblems problems;
    private final PathNode root;
    private final String payloadName;
    private final String rowsName;
    private final boolean exploded;
    /** Columns that each row of an array has for itself, and those that all rows of a message share. */
    private final int[] inner;

    private final int[] outer;
    private final int[] requiredInner;
    private final int[] requiredOuter;
    private final Row shared;

    private Rows rows;
    private Row target;
    private int firstRow;
    /** Number of what the places are told apart by: a message or, inside an array of rows, a row. */
    private long visit;

    private long visits;
    private boolean payloadFound;
    private boolean rowsFound;
    private @Nullable String operation;

    /** @param rowsAt where the array of rows stands; null when a message is one row */
    JsonTreeReader(
            Schema schema,
            JsonFactory factory,
            ColumnProblems problems,
            PathNode root,
            @Nullable PathNode rowsAt,
            String payloadName) {
        this.schema = schema;
        this.factory = factory;
        this.problems = problems;
        this.root = root;
        this.payloadName = payloadName;
        this.rowsName = rowsAt == null ? "" : rowsAt.shownPlace();
        this.exploded = rowsAt != null;
        BitSet all = root.columns();
        BitSet each = rowsAt == null ? all : rowsAt.columns();
        this.inner = each.stream().toArray();
        all.andNot(each);
        this.outer = all.stream().toArray();
        this.requiredInner = required(inner);
        this.requiredOuter = required(outer);
        this.shared = schema.newRow();
        this.rows = new Rows(schema.width());
        this.target = shared;
    }

    PathNode root() {
        return root;
    }

    /**
     * Adds the rows of the value that begins with the token.
     *
     * @param place of the value, when the message has several; otherwise empty
     */
    void read(JsonParser parser, JsonToken token, Rows into, String place) throws IOException {
        rows = into;
        firstRow = into.size();
        visit = ++visits;
        problems.mark();
        payloadFound = rowsFound = false;
        operation = null;
        if (exploded) {
            shared.clear();
            target = shared;
        } else {
            target = rows.add();
        }
        requireReadable(token);
        readAny(root, parser, token);
        parser.skipChildren();
        if (isNoRow()) {
            problems.forget();
            rows.shrink(firstRow);
            return;
        }
        requireFound();
        finish(place);
    }

    private void requireReadable(JsonToken token) {
        boolean readable = switch (token) {
            // a query that reads no column still wants objects
            case START_OBJECT -> root.hasNames() || root.columns().isEmpty();
            case START_ARRAY -> root.each() != null || root.hasItems();
            default -> false;
        };
        if (!readable && (root.field() == null || token == JsonToken.VALUE_NULL)) {
            throw new BadRecordException(
                    "the message is " + kind(token) + " where " + root.expected() + " is expected");
        }
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_NULL -> "the word null";
            default -> "a boolean";
        };
    }

    /** A change that leaves no row behind. */
    private boolean isNoRow() {
        return operation != null && (operation.equals("d") || operation.equals("t") || operation.equals("m"));
    }

    private void requireFound() {
        if (!payloadFound) {
            throw new BadRecordException("the message has no " + payloadName + ", where its payload is expected");
        }
        if (exploded && !rowsFound) {
            throw new BadRecordException("the message has no array " + rowsName + ", which explode declares");
        }
    }

    private void finish(String place) {
        if (exploded) {
            requireValues(requiredOuter);
            for (int i = firstRow; i < rows.size(); i++) {
                Row row = rows.row(i);
                for (int column : outer) {
                    row.copy(column, shared, column);
                }
            }
        } else {
            requireValues(requiredInner);
        }
        if (!place.isEmpty()) {
            problems.endRow(exploded ? outer : inner, place);
        }
    }

    private int[] required(int[] columns) {
        return IntStream.of(columns)
                .filter(column -> !schema.column(column).nullable())
                .toArray();
    }

    private void requireValues(int[] columns) {
        for (int column : columns) {
            if (target.isNull(column) && !problems.has(column)) {
                problems.set(column, "it is missing, the column is declared not null");
            }
        }
    }

    private void readAny(PathNode node, JsonParser parser, JsonToken token) throws IOException {
        PathNode.Field leaf = node.leaf();
        if (leaf != null) {
            readField(leaf, parser, token);
        } else {
            readInner(node, parser, token);
        }
    }

    private void readField(PathNode.Field field, JsonParser parser, JsonToken token) throws IOException {
        int column = field.column();
        String problem;
        if (token == JsonToken.VALUE_NULL) {
            target.setNull(column);
            problem = field.nullable() ? null : "it is null, the column is declared not null";
        } else {
            problem = field.reader().read(parser, token, target, column);
        }
        if (problem != null) {
            target.setNull(column);
            problems.set(column, problem);
        } else if (problems.any()) {
            // of a repeated name the last value counts
            problems.set(column, null);
        }
    }

    private void readInner(PathNode node, JsonParser parser, JsonToken token) throws IOException {
        if (node.revisited(visit)) {
            forget(node);
        }
        if (node.payload() != null && token != JsonToken.VALUE_NULL) {
            payloadFound = true;
        }
        if (token == JsonToken.VALUE_STRING && isEncoded(node)) {
            readEncoded(node, parser);
        } else if (node.field() != null) {
            readField(node.field(), parser, token);
        } else if (node.isOperation()) {
            operation = token == JsonToken.VALUE_STRING ? parser.getText() : null;
        } else if (token == JsonToken.START_OBJECT && (node.hasNames() || node == root)) {
            readObject(node, parser);
        } else if (token == JsonToken.START_ARRAY && node.each() != null) {
            readRows(node.each(), parser);
        } else if (token == JsonToken.START_ARRAY && node.hasItems()) {
            readItems(node, parser);
        } else if (token != JsonToken.VALUE_NULL) {
            problems.set(
                    node.columns().stream().toArray(),
                    StrictValues.found(parser, token) + " in " + node.shownPlace() + " where " + node.expected()
                            + " is expected");
        }
    }

    /** Of a repeated name the last value counts, also of a name that columns are read from inside of. */
    private void forget(PathNode node) {
        node.columns().stream().forEach(column -> {
            target.setNull(column);
            problems.set(column, null);
        });
        if (node.leadsToRows()) {
            rows.shrink(firstRow);
            problems.forgetRows();
        }
    }

    private void readObject(PathNode node, JsonParser parser) throws IOException {
        for (int index = 0; ; index++) {
            PathNode.Name usual = node.usualName(index);
            PathNode child;
            if (usual != null && parser.nextFieldName(usual.text())) {
                child = usual.node();
            } else if ((usual == null ? parser.nextToken() : parser.currentToken()) == JsonToken.FIELD_NAME) {
                child = node.named(parser.currentName(), index);
            } else {
                return;
            }
            JsonToken token = parser.nextToken();
            if (child != null) {
                // as readAny, written out: as a recursion it is not inlined, and this is once per column and message
                PathNode.Field leaf = child.leaf();
                if (leaf != null) {
                    readField(leaf, parser, token);
                } else {
                    readInner(child, parser, token);
                }
            }
            // what no column reads and, after a problem too, what a reader has left
            parser.skipChildren();
        }
    }

    private void readItems(PathNode node, JsonParser parser) throws IOException {
        int index = 0;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            PathNode child = node.item(index++);
            if (child != null) {
                readAny(child, parser, token);
            }
            parser.skipChildren();
        }
    }

    private void readRows(PathNode each, JsonParser parser) throws IOException {
        rowsFound = true;
        long around = visit;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            int index = rows.size() - firstRow;
            target = rows.add();
            // the places inside a row are new in each
            visit = ++visits;
            if (token == JsonToken.VALUE_NULL && each.field() == null) {
                problems.set(inner, "null where " + each.expected() + " is expected");
            } else {
                readAny(each, parser, token);
            }
            parser.skipChildren();
            requireValues(requiredInner);
            problems.endRow(inner, each.shownPlace().replace("[*]", "[" + index + "]"));
        }
        target = shared;
        visit = around;
    }

    private static boolean isEncoded(PathNode node) {
        return node.payload() != null && node.payload() != Envelope.Encoding.JSON;
    }

    private void readEncoded(PathNode node, JsonParser parser) throws IOException {
        String what = "the payload in " + node.shownPlace();
        // read to its end first: a failure in mid-string would leave the parser there
        String text = parser.getText();
        try (JsonParser inside = node.payload() == Envelope.Encoding.BASE64
                ? factory.createParser(decoded(parser, text, what))
                : factory.createParser(text)) {
            JsonToken token = inside.nextToken();
            if (token == null) {
                throw new BadRecordException(what + " is blank");
            }
            readPayload(node, inside, token, what);
            if (inside.nextToken() != null) {
                throw new BadRecordException(what + " has more behind its JSON value");
            }
        } catch (JsonProcessingException e) {
            throw new BadRecordException(what + " is not JSON" + ParserReason.place(e) + ": " + ParserReason.words(e));
        }
    }

    private static byte[] decoded(JsonParser parser, String text, String what) throws IOException {
        byte[] bytes;
        try {
            bytes = parser.getBinaryValue();
        } catch (JsonProcessingException e) {
            throw new BadRecordException(what + ", " + Shown.quoted(text) + ", is no base64: " + ParserReason.words(e));
        }
        String unreadable = MessageBytes.problem(bytes);
        if (unreadable != null) {
            throw new BadRecordException(unreadable.replace("the message", what));
        }
        return bytes;
    }

    private void readPayload(PathNode node, JsonParser parser, JsonToken token, String what) throws IOException {
        PathNode.Field field = node.field();
        if (field != null) {
            readField(field, parser, token);
        } else if (token == JsonToken.START_OBJECT && node.hasNames()) {
            readObject(node, parser);
        } else if (token == JsonToken.START_ARRAY && node.each() != null) {
            readRows(node.each(), parser);
        } else if (token == JsonToken.START_ARRAY && node.hasItems()) {
            readItems(node, parser);
        } else if (!node.columns().isEmpty()) {
            throw new BadRecordException(what + " is " + kind(token) + " where " + node.expected() + " is expected");
        }
        parser.skipChildren();
    }
}
