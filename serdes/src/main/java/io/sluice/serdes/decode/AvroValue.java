package io.sluice.serdes.decode;

import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * A value with the schema it was written in, unions resolved.
 *
 * @param value null for Avro's null
 */
record AvroValue(Schema schema, @Nullable Object value) {

    static AvroValue of(Schema schema, @Nullable Object value) {
        return schema.isUnion()
                ? new AvroValue(schema.getTypes().get(GenericData.get().resolveUnion(schema, value)), value)
                : new AvroValue(schema, value);
    }

    private static final Schema NULL = Schema.create(Schema.Type.NULL);

    /** The value that the steps lead to; null where there is none; empty steps lead here. */
    AvroValue at(List<FieldPath.Step> steps) {
        AvroValue at = this;
        for (FieldPath.Step step : steps) {
            if (at.value == null) {
                return at;
            }
            at = at.step(step);
        }
        return at;
    }

    private AvroValue step(FieldPath.Step step) {
        if (step instanceof FieldPath.Step.Name named && value instanceof GenericRecord holder) {
            Schema.Field field = schema.getField(named.name());
            return field == null ? new AvroValue(NULL, null) : of(field.schema(), holder.get(field.pos()));
        }
        if (step instanceof FieldPath.Step.Name named && value instanceof Map<?, ?> map) {
            // keys are of the class that the schema asks for
            Object held = map.get(new Utf8(named.name()));
            return of(schema.getValueType(), held == null ? map.get(named.name()) : held);
        }
        if (step instanceof FieldPath.Step.Index index && value instanceof List<?> list) {
            return index.index() < list.size()
                    ? of(schema.getElementType(), list.get(index.index()))
                    : new AvroValue(NULL, null);
        }
        throw new BadAvroPathException(
                shown() + " where " + (step instanceof FieldPath.Step.Name ? "a record" : "an array") + " with "
                        + FieldPath.text(List.of(step)) + " is expected");
    }

    /** The schemas that what is there can have; empty when values of the schema cannot have anything there. */
    static List<Schema> ends(Schema schema, List<FieldPath.Step> steps) {
        if (schema.isUnion()) {
            return schema.getTypes().stream()
                    .flatMap(branch -> ends(branch, steps).stream())
                    .toList();
        }
        if (steps.isEmpty()) {
            return List.of(schema);
        }
        FieldPath.Step step = steps.get(0);
        List<FieldPath.Step> rest = steps.subList(1, steps.size());
        Schema inside = switch (schema.getType()) {
            case RECORD -> step instanceof FieldPath.Step.Name named ? field(schema, named) : null;
            case MAP -> step instanceof FieldPath.Step.Name ? schema.getValueType() : null;
            case ARRAY -> step instanceof FieldPath.Step.Name ? null : schema.getElementType();
            default -> null;
        };
        return inside == null ? List.of() : ends(inside, rest);
    }

    private static @Nullable Schema field(Schema holder, FieldPath.Step.Name named) {
        Schema.Field field = holder.getField(named.name());
        return field == null ? null : field.schema();
    }

    /** Whether it has values by their names. */
    boolean hasNames() {
        return value instanceof GenericRecord || value instanceof Map<?, ?>;
    }

    /** For a reason. */
    String shown() {
        return switch (schema.getType()) {
            case RECORD -> "a record";
            case ARRAY -> "an array";
            case MAP -> "a map";
            case BYTES, FIXED -> "bytes";
            case STRING, ENUM -> Shown.quoted(String.valueOf(value));
            default -> Shown.plain(String.valueOf(value));
        };
    }

    /** A path that the value does not have. Without a stack trace, since it is made once per record. */
    static final class BadAvroPathException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadAvroPathException(String reason) {
            super(reason, null, false, false);
        }
    }
}
