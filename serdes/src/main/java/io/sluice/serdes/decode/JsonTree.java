package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonFactory;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the tree of all paths that a query reads out of a JSON message. */
final class JsonTree {
    private final RecordFormat format;
    private final PayloadFormat.Json json;
    private final BitSet wanted;

    /** @param wanted columns that lie in the payload or its message */
    JsonTree(RecordFormat format, PayloadFormat.Json json, BitSet wanted) {
        this.format = format;
        this.json = json;
        this.wanted = wanted;
    }

    JsonTreeReader reader(Envelope envelope, JsonFactory factory, ColumnProblems problems) {
        return reader(envelope, wanted, factory, problems);
    }

    /** Of messages that are the payload alone; what else belongs to them is not in the value. */
    JsonTreeReader bareReader(JsonFactory factory, ColumnProblems problems) {
        BitSet inside = (BitSet) wanted.clone();
        wanted.stream()
                .filter(column -> format.path(column).root() != FieldPath.Root.PAYLOAD)
                .forEach(inside::clear);
        return reader(new Envelope.None(), inside, factory, problems);
    }

    private JsonTreeReader reader(Envelope envelope, BitSet columns, JsonFactory factory, ColumnProblems problems) {
        PathNode root = new PathNode("");
        List<FieldPath.Step> row = json.explode().map(FieldPath::steps).orElse(List.of());
        for (Envelope.Mount mount : envelope.mounts()) {
            PathNode payload = root.at(mount.steps());
            payload.markPayload(mount.encoding());
            payload.at(row);
        }
        if (envelope instanceof Envelope.Debezium) {
            envelope.roots()
                    .forEach(steps ->
                            root.at(steps).at(FieldPath.ofName("op").steps()).markOperation());
        }
        columns.stream().forEach(column -> addColumn(root, envelope, row, column));
        root.requireConsistent();
        return new JsonTreeReader(
                format.schema(), factory, problems, root, rowsAt(root, envelope, row), envelope.payloadName());
    }

    private void addColumn(PathNode root, Envelope envelope, List<FieldPath.Step> row, int column) {
        FieldPath path = format.path(column);
        PathNode.Field field =
                new PathNode.Field(column, format.schema().column(column).nullable(), valueReader(column));
        if (path.root() == FieldPath.Root.PAYLOAD) {
            envelope.mounts()
                    .forEach(mount ->
                            root.at(mount.steps()).at(row).at(path.steps()).setField(field));
        } else if (path.root() == FieldPath.Root.MESSAGE) {
            envelope.roots().forEach(steps -> root.at(steps).at(path.steps()).setField(field));
        }
    }

    private ValueReader valueReader(int column) {
        return ValueReader.of(
                format.schema().column(column).type(),
                format.columns().get(column).time(),
                format.rules());
    }

    /** With several mounts each has its array; that of the first stands for all. */
    private static @Nullable PathNode rowsAt(PathNode root, Envelope envelope, List<FieldPath.Step> row) {
        return row.isEmpty() ? null : root.at(envelope.mounts().get(0).steps()).at(row);
    }
}
