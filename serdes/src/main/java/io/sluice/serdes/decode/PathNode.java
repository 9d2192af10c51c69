package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A place in a message that columns are read from or that leads to such places: the paths of all columns as one tree. */
final class PathNode {

    /** A column that is read here. */
    record Field(int column, boolean nullable, ValueReader reader) {}

    /** A name of an object, and what is read below it, if anything. */
    record Name(SerializableString text, @Nullable PathNode node) {}

    private static final int REMEMBERED_NAMES = 32;

    private final String place;
    private final Map<String, Name> names = new HashMap<>();
    /** The names of the last object here, by their order. */
    private final @Nullable Name[] usualNames = new Name[REMEMBERED_NAMES];

    private final List<@Nullable PathNode> items = new ArrayList<>();
    private @Nullable PathNode each;
    private @Nullable Field field;
    private Envelope.@Nullable Encoding payload;
    private boolean operation;
    /** Number of the last message that had this place. */
    private long visited;

    PathNode(String place) {
        this.place = place;
    }

    /** The node that the steps lead to from here, made where there is none. */
    PathNode at(List<FieldPath.Step> steps) {
        PathNode node = this;
        for (FieldPath.Step step : steps) {
            node = node.child(step);
        }
        return node;
    }

    private PathNode child(FieldPath.Step step) {
        if (step instanceof FieldPath.Step.Name named) {
            PathNode known = below(named.name());
            if (known != null) {
                return known;
            }
            PathNode node = new PathNode(place(step));
            names.put(named.name(), new Name(new SerializedString(named.name()), node));
            return node;
        }
        if (step instanceof FieldPath.Step.Index index) {
            while (items.size() <= index.index()) {
                items.add(null);
            }
            PathNode item = items.get(index.index());
            if (item == null) {
                item = new PathNode(place(step));
                items.set(index.index(), item);
            }
            return item;
        }
        if (each == null) {
            each = new PathNode(place + "[*]");
        }
        return each;
    }

    private String place(FieldPath.Step step) {
        String text = FieldPath.text(List.of(step));
        return place.isEmpty() || text.startsWith("[") ? place + text : place + "." + text;
    }

    /** @throws IllegalArgumentException when another column is read from here, or from a place inside of here */
    void setField(Field read) {
        if (field != null || hasChildren()) {
            throw new IllegalArgumentException("path " + shownPlace() + ": another column reads it, or a part of it");
        }
        field = read;
    }

    /** @throws IllegalArgumentException when a column is read from above a place that another is read from */
    void requireConsistent() {
        if (field != null && hasChildren()) {
            throw new IllegalArgumentException("path " + shownPlace() + ": another column reads a part of it");
        }
        namedNodes().forEach(PathNode::requireConsistent);
        for (PathNode item : items) {
            if (item != null) {
                item.requireConsistent();
            }
        }
        if (each != null) {
            each.requireConsistent();
        }
    }

    private Stream<PathNode> namedNodes() {
        return names.values().stream().flatMap(name -> Stream.ofNullable(name.node()));
    }

    private boolean hasChildren() {
        return !names.isEmpty() || !items.isEmpty() || each != null;
    }

    String shownPlace() {
        return place.isEmpty() ? "$" : place;
    }

    void markPayload(Envelope.Encoding encoding) {
        payload = encoding;
    }

    /** How the payload lies here; null when it does not. */
    Envelope.@Nullable Encoding payload() {
        return payload;
    }

    void markOperation() {
        operation = true;
    }

    /** Whether the kind of a change stands here. */
    boolean isOperation() {
        return operation;
    }

    /** The column that is read here, where nothing else has to be looked at. */
    @Nullable
    Field leaf() {
        return payload == null ? field : null;
    }

    @Nullable
    Field field() {
        return field;
    }

    /**
     * The name that the last object here had at that place; null where there was none. Messages mostly have their names in one order, and
     * a parser that is told which one comes need not find out.
     *
     * @param index of the name in its object, from 0
     */
    @Nullable
    Name usualName(int index) {
        return index < REMEMBERED_NAMES ? usualNames[index] : null;
    }

    /** What is read below a name, which is the usual one from now on; null when nothing is. */
    @Nullable
    PathNode named(String text, int index) {
        Name known = names.get(text);
        Name name = known == null ? new Name(new SerializedString(text), null) : known;
        if (index < REMEMBERED_NAMES) {
            usualNames[index] = name;
        }
        return name.node();
    }

    /** What is read below a name; null when nothing is. */
    @Nullable
    PathNode below(String name) {
        Name known = names.get(name);
        return known == null ? null : known.node();
    }

    @Nullable
    PathNode item(int index) {
        return index < items.size() ? items.get(index) : null;
    }

    @Nullable
    PathNode each() {
        return each;
    }

    boolean hasNames() {
        return !names.isEmpty();
    }

    boolean hasItems() {
        return !items.isEmpty();
    }

    /** Whether this message has had this place before. */
    boolean revisited(long message) {
        boolean again = visited == message;
        visited = message;
        return again;
    }

    /** The columns that are read at and below here. */
    BitSet columns() {
        BitSet columns = new BitSet();
        if (field != null) {
            columns.set(field.column());
        }
        namedNodes().forEach(node -> columns.or(node.columns()));
        for (PathNode item : items) {
            if (item != null) {
                columns.or(item.columns());
            }
        }
        if (each != null) {
            columns.or(each.columns());
        }
        return columns;
    }

    /** Whether an array of rows lies below here. */
    boolean leadsToRows() {
        return each != null
                || namedNodes().anyMatch(PathNode::leadsToRows)
                || items.stream().anyMatch(item -> item != null && item.leadsToRows());
    }

    /** What a value must be to hold the places below. */
    String expected() {
        if (each != null) {
            return "an array";
        }
        if (hasItems()) {
            return hasNames() ? "an array or an object" : "an array";
        }
        return place.isEmpty() ? "a JSON object" : "an object";
    }
}
