package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Learns the form of one message of JSON that has been read well, from Jackson's tokens. */
final class FormLearner {
    private final byte[] message;
    private final JsonParser parser;
    private final List<byte[]> before = new ArrayList<>();
    private final List<MessageForm.@Nullable Column> places = new ArrayList<>();
    private final PlainScanner scanner = new PlainScanner();
    private int end;

    private FormLearner(byte[] message, JsonParser parser) {
        this.message = message;
        this.parser = parser;
    }

    /**
     * The form of the message, or null when it has none: a name comes twice, a value is not plain, or a column is read from an object,
     * an array or a place in an array, which are not of the same length each time.
     *
     * @param parser at the beginning of the message
     * @param root of the paths of all columns
     */
    static @Nullable MessageForm learn(byte[] message, JsonParser parser, PathNode root) throws IOException {
        FormLearner learner = new FormLearner(message, parser);
        if (root.field() != null || parser.nextToken() != JsonToken.START_OBJECT || !learner.learnObject(root)) {
            return null;
        }
        byte[] end = Arrays.copyOfRange(message, learner.end, message.length);
        return new MessageForm(learner.before, learner.places, end);
    }

    private boolean learnObject(@Nullable PathNode node) throws IOException {
        Set<String> names = new HashSet<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            PathNode below = node == null ? null : node.below(name);
            if (!names.add(name) || !learnValue(below, parser.nextToken())) {
                return false;
            }
        }
        return true;
    }

    private boolean learnValue(@Nullable PathNode node, JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            return (node == null || node.hasNames()) && learnObject(node);
        }
        if (token == JsonToken.START_ARRAY) {
            return node == null && learnItems();
        }
        return learnPlain(node);
    }

    private boolean learnItems() throws IOException {
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (!learnValue(null, token)) {
                return false;
            }
        }
        return true;
    }

    private boolean learnPlain(@Nullable PathNode node) {
        MessageForm.Column column = node == null ? null : column(node);
        if (node != null && column == null) {
            return false;
        }
        int start = (int) parser.currentTokenLocation().getByteOffset();
        int stop = scanner.end(message, start);
        if (stop < 0) {
            return false;
        }
        before.add(Arrays.copyOfRange(message, end, start));
        places.add(column);
        end = stop;
        return true;
    }

    private static MessageForm.@Nullable Column column(PathNode node) {
        PathNode.Field field = node.leaf();
        PlainReader reader = field == null ? null : field.reader().plain();
        return field == null || reader == null
                ? null
                : new MessageForm.Column(field.column(), field.nullable(), reader);
    }
}
