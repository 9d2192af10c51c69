package io.sluice.app.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads query files. Thread-safe. */
public final class QueryFileReader {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";
    private static final Map<String, String> REFUSED = Map.of(
            "source", "write sources: {name: {...}}",
            "sinks", "a query has one sink: write sink: {delta: {...}}",
            "options", "write Kafka's properties under kafka",
            "watermark", "it belongs to a source: write sources: {name: {watermark: {...}}}",
            "schema", "it belongs to a source: write sources: {name: {schema: {...}}}",
            "checkpoint", "write checkpointLocation");

    private final Path file;
    private final Problems problems = new Problems();

    private QueryFileReader(Path file) {
        this.file = file;
    }

    /**
     * Reads and checks a query file.
     *
     * @param overrides values of {@code --set} by dotted path, which replace those of the file or add to them before anything is
     *     checked; one in brackets or braces is read as YAML
     * @throws QueryFileException with every problem that there is
     */
    public static QueryFile read(Path file, Map<String, String> overrides) throws QueryFileException {
        return read(file, overrides, System.getenv());
    }

    static QueryFile read(Path file, Map<String, String> overrides, Map<String, String> environment)
            throws QueryFileException {
        return new QueryFileReader(file).read(overrides, environment);
    }

    private QueryFile read(Map<String, String> overrides, Map<String, String> environment) throws QueryFileException {
        String text = text();
        Optional<Node> tree = YamlTree.parse(text, problems);
        if (tree.orElse(null) instanceof Node.Mapping written) {
            Node.Mapping whole = Overrides.apply(written, overrides, problems);
            Node.Mapping resolved = new Placeholders(problems, environment, kafkasOwnProviders(whole)).resolve(whole);
            QueryFile query = query(text, resolved);
            if (problems.isEmpty()) {
                return query;
            }
            throw new QueryFileException(file, problems.inOrderOfTheFile(), Optional.of(query));
        } else if (problems.isEmpty()) {
            problems.add(
                    Position.START, "", "", "must be a map of settings", "begin with a line such as name: my_query");
        }
        throw new QueryFileException(file, problems.inOrderOfTheFile());
    }

    private String text() throws QueryFileException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw unreadable("does not exist", "check the path, which is relative to the working directory");
        } catch (CharacterCodingException e) {
            throw unreadable("is not in UTF-8", "save it in UTF-8");
        } catch (IOException e) {
            if (Files.isDirectory(file)) {
                throw unreadable("is a folder", "name the query file in it");
            }
            throw unreadable("cannot be read (" + e + ")", "name a file that this process may read");
        }
    }

    private QueryFileException unreadable(String rule, String remedy) {
        problems.add(Position.START, "", file.toString(), rule, remedy);
        return new QueryFileException(file, problems.inOrderOfTheFile());
    }

    /** Names in {@code kafka.config.providers}: Kafka's clients resolve those themselves. */
    private static Set<String> kafkasOwnProviders(Node.Mapping root) {
        Optional<Node.Scalar> names = root.entry("kafka")
                .filter(entry -> entry.value() instanceof Node.Mapping)
                .flatMap(entry -> ((Node.Mapping) entry.value()).entry("config.providers"))
                .filter(entry -> entry.value() instanceof Node.Scalar)
                .map(entry -> (Node.Scalar) entry.value());
        return names.map(scalar -> Set.of(scalar.text().strip().split("\\s*,\\s*")))
                .orElse(Set.of());
    }

    private QueryFile query(String text, Node.Mapping mapping) {
        Section root = new Section(problems, "", "", mapping, REFUSED);
        return new QueryFile(
                file,
                name(root.field("name")),
                ConnectionReader.kafka(root.field("kafka")),
                SourceReader.read(root.field("sources")),
                sql(text, root.field(Options.QUERY)),
                zone(root.field("windowTimeZone")),
                SinkReader.read(root.field("sink")),
                TriggerReader.outputMode(root.field("outputMode")),
                TriggerReader.read(root.field("trigger")),
                checkpoint(root.field("checkpointLocation")),
                StateSettings.read(root.field("state")),
                ConnectionReader.streams(root.field("streams")),
                timeout(root.field("shutdownTimeout")),
                HealthSettings.read(root.field("health")),
                RestartSettings.read(root.field("restart")),
                HttpReader.read(root.field("http")),
                Settings.of(mapping),
                problems.notices());
    }

    private static String name(Field field) {
        String name = field.text();
        if (!name.isEmpty() && !name.matches(NAME)) {
            field.refuse(
                    "must be up to 100 letters, digits, dots, underscores and hyphens, a letter or digit first",
                    "write for example freezer_10min");
        }
        return name;
    }

    private static QueryText sql(String file, Field field) {
        return field.scalar()
                .map(scalar -> QueryText.in(file, scalar.position(), scalar.text()))
                .orElse(QueryText.in(file, Position.COMMAND_LINE, ""));
    }

    private static Optional<ZoneId> zone(Field field) {
        return field.isPresent() ? Optional.of(ColumnReader.zone(field, ZoneOffset.UTC)) : Optional.empty();
    }

    private static Path checkpoint(Field field) {
        String text = field.text();
        if (text.startsWith("file:///")) {
            return Path.of(text.substring("file://".length()));
        }
        if (text.matches(SinkReader.URI_WITH_SCHEME)) {
            field.refuse(
                    "must be a local folder",
                    "write a path such as checkpoints/freezer_10min: losing it loses no rows, they come back from Kafka and the table");
            return Path.of("");
        }
        return Path.of(text);
    }

    private static Duration timeout(Field field) {
        Duration timeout = field.duration();
        if (field.isPresent() && (timeout.isNegative() || timeout.isZero())) {
            field.refuse("must be more than 0", "write for example \"30 seconds\"");
        }
        return timeout;
    }
}
