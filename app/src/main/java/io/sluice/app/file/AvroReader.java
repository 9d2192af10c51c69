package io.sluice.app.file;

import io.sluice.serdes.decode.FieldPath;
import io.sluice.serdes.decode.PayloadFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code avro} and the schema files that it names. */
final class AvroReader {
    private AvroReader() {}

    static PayloadFormat.Avro read(Field field, PayloadFormat.Framing framing, Optional<FieldPath> explode) {
        Map<Integer, String> schemas = new HashMap<>();
        Optional<Section> section = field.isPresent() ? field.section() : Optional.empty();
        section.ifPresent(avro -> readSchemas(avro, framing, schemas));
        return new PayloadFormat.Avro(schemas, framing, explode);
    }

    private static void readSchemas(Section avro, PayloadFormat.Framing framing, Map<Integer, String> schemas) {
        Field single = avro.field("schema");
        Field several = avro.field("schemas");
        if (single.isPresent() == several.isPresent()) {
            avro.refuse("must have either schema or schemas", "write for example avro: {schema: reading.avsc}");
        }
        boolean framed = framing == PayloadFormat.Framing.REGISTRY;
        if (single.isPresent()) {
            content(single).ifPresent(json -> schemas.put(0, json));
            if (framed) {
                single.refuse(
                        "has no ids, which the frame of a registry has",
                        "write for example avro: {schemas: {7: reading.avsc}}");
            }
        }
        if (several.isPresent()) {
            several.section().ifPresent(ids -> ids.named().forEach(id -> readSchema(id, schemas)));
            if (!framed) {
                several.refuse("needs the frame that holds the ids", "write framing: registry beside avro");
            } else if (several.section().filter(ids -> ids.named().isEmpty()).isPresent()) {
                several.refuse("must have at least one schema", "write for example " + several.example());
            }
        }
    }

    private static void readSchema(Field id, Map<Integer, String> schemas) {
        if (!id.name().matches("\\d{1,9}")) {
            id.refuse(
                    "'" + id.name() + "' must be a schema's id in the registry, a number",
                    "write for example " + id.example());
            return;
        }
        content(id).ifPresent(json -> schemas.put(Integer.parseInt(id.name()), json));
    }

    private static Optional<String> content(Field field) {
        if (field.scalar().isEmpty()) {
            return Optional.empty();
        }
        try {
            String json = Files.readString(Path.of(field.text()));
            Optional<String> problem = PayloadFormat.Avro.problem(json);
            problem.ifPresent(
                    reason -> field.refuse("holds no Avro schema: " + reason, "give the file of a schema, as JSON"));
            return problem.isPresent() ? Optional.empty() : Optional.of(json);
        } catch (IOException | InvalidPathException e) {
            field.refuse(
                    "cannot be read: " + e, "give a file that is there; its path is relative to the working directory");
            return Optional.empty();
        }
    }
}
