package io.sluice.app.file;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Walks Jackson's YAML tokens into {@link Node}s. */
final class YamlTree {
    private static final YAMLFactory YAML = new YAMLFactory();

    private final Problems problems;
    private final YAMLParser parser;

    private YamlTree(Problems problems, YAMLParser parser) {
        this.problems = problems;
        this.parser = parser;
    }

    /** @return the document, or empty when the text is no YAML: then there is a problem */
    static Optional<Node> parse(String text, Problems problems) {
        try (YAMLParser parser = YAML.createParser(text)) {
            return new YamlTree(problems, parser).document();
        } catch (JsonProcessingException e) {
            addSyntaxProblem(e, problems);
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory cannot fail to be read", e);
        }
    }

    /** A map or a list that stands inside another text, all of it at that place; empty when it is no YAML. */
    static Optional<Node> inline(String text, Position place) {
        Problems own = new Problems();
        return parse(text, own).filter(node -> own.isEmpty()).map(node -> node.at(place));
    }

    private Optional<Node> document() throws IOException {
        if (parser.nextToken() == null) {
            return Optional.empty();
        }
        Node root = value("");
        if (parser.nextToken() != null) {
            problems.add(
                    position(), "", "", "a second document begins here", "write one query in one file, without '---'");
        }
        return Optional.of(root);
    }

    private Node value(String path) throws IOException {
        Position position = position();
        if (parser.isCurrentAlias()) {
            String alias = parser.getText();
            problems.add(
                    position, path, "*" + alias, "aliases are not read", "write the value of &" + alias + " out here");
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return mapping(path, position);
        }
        if (token == JsonToken.START_ARRAY) {
            return sequence(path, position);
        }
        return new Node.Scalar(position, kind(token), parser.getText(), parser.getText());
    }

    private static Node.Kind kind(JsonToken token) {
        return switch (token) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Node.Kind.NUMBER;
            case VALUE_TRUE -> Node.Kind.TRUE;
            case VALUE_FALSE -> Node.Kind.FALSE;
            case VALUE_NULL -> Node.Kind.NULL;
            default -> Node.Kind.TEXT;
        };
    }

    private Node.Mapping mapping(String path, Position position) throws IOException {
        List<Node.Entry> entries = new ArrayList<>();
        Map<String, Position> seen = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String childPath = path.isEmpty() ? key : path + "." + key;
            Position keyPosition = position();
            parser.nextToken();
            Node value = value(childPath);
            Position first = seen.putIfAbsent(key, keyPosition);
            if (first == null) {
                entries.add(new Node.Entry(key, keyPosition, value));
            } else {
                problems.add(
                        keyPosition,
                        childPath,
                        "",
                        "stands twice, first in line " + first.line(),
                        "delete one of the two");
            }
        }
        return new Node.Mapping(position, List.copyOf(entries));
    }

    private Node.Sequence sequence(String path, Position position) throws IOException {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(path + "[" + items.size() + "]"));
        }
        return new Node.Sequence(position, List.copyOf(items));
    }

    private Position position() {
        return position(parser.currentTokenLocation());
    }

    private static Position position(JsonLocation location) {
        return new Position(location.getLineNr(), location.getColumnNr());
    }

    private static void addSyntaxProblem(JsonProcessingException e, Problems problems) {
        if (e.getCause() instanceof MarkedYAMLException cause && cause.getProblemMark() != null) {
            Position position = new Position(
                    cause.getProblemMark().getLine() + 1, cause.getProblemMark().getColumn() + 1);
            String problem = Objects.requireNonNullElse(cause.getProblem(), "is no YAML");
            problems.add(position, "", "", yamlRule(problem, cause.getContext()), yamlRemedy(problem));
        } else {
            Position position = e.getLocation() == null ? Position.START : position(e.getLocation());
            problems.add(position, "", "", "is no YAML: " + e.getOriginalMessage(), "correct the syntax");
        }
    }

    private static String yamlRule(String problem, @Nullable String context) {
        return "is no YAML: " + problem + (context == null ? "" : " " + context);
    }

    private static String yamlRemedy(String problem) {
        if (problem.contains("TAB")) {
            return "indent with spaces";
        }
        if (problem.contains("cannot start any token")) {
            return "put the value in double quotes";
        }
        if (problem.contains("mapping values are not allowed")) {
            return "put a value that contains ': ' in double quotes, and check the indentation";
        }
        return "close every quote, bracket and brace, and check the indentation";
    }
}
