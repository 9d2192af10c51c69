package io.sluice.serdes.decode;

import java.util.List;

/** What is around the payload of a JSON message. */
public sealed interface Envelope {

    /** Nothing. */
    record None() implements Envelope {}

    /** The payload is at a path of the message. */
    record At(FieldPath path, Encoding encoding) implements Envelope {}

    /**
     * CloudEvents: structured with {@code data} or {@code data_base64}, or binary where the record has the header ce_specversion. Then the
     * attributes, such as {@code $.time}, are headers.
     */
    record CloudEvents() implements Envelope {}

    /** What Azure IoT Hub routes: {@code Body} as an object or in base64, beside Properties and SystemProperties. */
    record AzureIotHub() implements Envelope {}

    /**
     * Debezium's change events, with or without their schema: the row after the change. A deletion, a truncation and a tombstone are
     * no rows.
     */
    record Debezium() implements Envelope {}

    /** How a payload lies in its field. An object there is always taken as it is. */
    enum Encoding {
        /** As a JSON value. */
        JSON,
        /** As a string that holds JSON. */
        TEXT,
        /** As a string that holds JSON in base64. */
        BASE64
    }

    /** A place where the payload may lie. */
    record Mount(List<FieldPath.Step> steps, Encoding encoding) {
        private static Mount of(Encoding encoding, String... names) {
            return new Mount(
                    List.of(names).stream()
                            .<FieldPath.Step>map(FieldPath.Step.Name::new)
                            .toList(),
                    encoding);
        }
    }

    /** The places where the payload may lie; one message has it at one of them. */
    default List<Mount> mounts() {
        if (this instanceof At at) {
            return List.of(new Mount(at.path().steps(), at.encoding()));
        }
        if (this instanceof CloudEvents) {
            return List.of(Mount.of(Encoding.JSON, "data"), Mount.of(Encoding.BASE64, "data_base64"));
        }
        if (this instanceof AzureIotHub) {
            return List.of(Mount.of(Encoding.BASE64, "Body"));
        }
        if (this instanceof Debezium) {
            return List.of(Mount.of(Encoding.JSON, "after"), Mount.of(Encoding.JSON, "payload", "after"));
        }
        return List.of(Mount.of(Encoding.JSON));
    }

    /** The places that {@code $} may mean. */
    default List<List<FieldPath.Step>> roots() {
        return this instanceof Debezium
                ? List.of(List.of(), List.of(new FieldPath.Step.Name("payload")))
                : List.of(List.of());
    }

    /** What a message without a payload lacks, for a reason. */
    default String payloadName() {
        return String.join(
                " or ",
                mounts().stream().map(mount -> FieldPath.text(mount.steps())).toList());
    }
}
