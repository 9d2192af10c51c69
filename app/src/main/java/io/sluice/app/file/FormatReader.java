package io.sluice.app.file;

import io.sluice.serdes.decode.Coercion;
import io.sluice.serdes.decode.Envelope;
import io.sluice.serdes.decode.FieldPath;
import io.sluice.serdes.decode.JsonLimits;
import io.sluice.serdes.decode.NonFinite;
import io.sluice.serdes.decode.PayloadFormat;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.decode.ValueRules;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads how the records of a source are written: its schema, and the settings beside it. */
final class FormatReader {
    private static final List<String> FORMATS = List.of("json", "csv", "text", "raw", "avro");
    private static final String DEFAULT_ZONE = "UTC";
    /** Settings that not every format has a use for. */
    private static final Map<String, List<String>> USES = Map.of(
            "explode", List.of("json", "avro"),
            "envelope", List.of("json"),
            "framing", List.of("json", "avro"),
            "limits", List.of("json"),
            "csv", List.of("csv"),
            "avro", List.of("avro"));

    private final Section source;

    private FormatReader(Section source) {
        this.source = source;
    }

    static RecordFormat read(Section source) {
        return new FormatReader(source).format();
    }

    private RecordFormat format() {
        Field zoneField = source.field("timeZone");
        ZoneId zone =
                zoneField.text().equals(DEFAULT_ZONE) ? ZoneOffset.UTC : ColumnReader.zone(zoneField, ZoneOffset.UTC);
        ValueRules rules = new ValueRules(
                choice(source.field("coercion"), Coercion.class, Coercion.STRICT),
                choice(source.field("nonFinite"), NonFinite.class, NonFinite.REJECT),
                zone);
        Field schema = source.field("schema");
        SchemaReader.Columns columns = SchemaReader.read(schema, zone);
        RecordFormat format =
                new RecordFormat(columns.schema(), columns.formats(), rules, payload(source.field("format")));
        requireReadable(format, schema);
        return format;
    }

    /** Two columns may not read the same place, nor one a place that there is not: told here, before a record comes. */
    private static void requireReadable(RecordFormat format, Field schema) {
        if (!schema.problems().isEmpty()) {
            return;
        }
        BitSet all = new BitSet();
        all.set(0, format.schema().width());
        try {
            format.decoder(all);
        } catch (IllegalArgumentException e) {
            schema.refuse(String.valueOf(e.getMessage()), "give each column a place of its own that the format has");
        }
    }

    private PayloadFormat payload(Field field) {
        String name = field.text().toLowerCase(Locale.ROOT);
        if (!FORMATS.contains(name)) {
            field.refuse("is not a format that can be read", "write one of " + String.join(", ", FORMATS));
        }
        PayloadFormat json = json();
        PayloadFormat csv = csv(source.field("csv"));
        PayloadFormat avro = AvroReader.read(source.field("avro"), framing(), explode(source.field("explode"), false));
        USES.forEach((setting, formats) -> requireUse(source.field(setting), formats, name));
        return switch (name) {
            case "csv" -> csv;
            case "text" -> new PayloadFormat.Text();
            case "raw" -> new PayloadFormat.Raw();
            case "avro" -> requireSchema(avro);
            default -> json;
        };
    }

    private static void requireUse(Field field, List<String> formats, String format) {
        if (field.isPresent() && FORMATS.contains(format) && !formats.contains(format)) {
            field.refuse(
                    "has no use in the format " + format + ": it is for " + String.join(" and ", formats), "delete it");
        }
    }

    private PayloadFormat requireSchema(PayloadFormat avro) {
        if (source.has("avro")) {
            return avro;
        }
        source.field("format").refuse("needs a schema", "write for example avro: {schema: reading.avsc} beside it");
        return PayloadFormat.Json.PLAIN;
    }

    private PayloadFormat.Framing framing() {
        return choice(source.field("framing"), PayloadFormat.Framing.class, PayloadFormat.Framing.NONE);
    }

    private static PayloadFormat csv(Field field) {
        Optional<Section> section = field.isPresent() ? field.section() : Optional.empty();
        if (section.isEmpty()) {
            return PayloadFormat.Csv.PLAIN;
        }
        char delimiter = character(section.get().field("delimiter"), ',');
        char quote = character(section.get().field("quote"), '"');
        if (delimiter == quote) {
            field.refuse("must have a quote that is not the delimiter", "write for example " + field.example());
        }
        return new PayloadFormat.Csv(
                delimiter,
                quote,
                section.get().field("header").flag(),
                section.get().field("nullText").scalar().map(Node.Scalar::text).orElse(""));
    }

    /** One character; a tab may be written as a backslash and a t. */
    private static char character(Field field, char otherwise) {
        Optional<Node.Scalar> scalar = field.node().orElse(null) instanceof Node.Scalar blank
                        && blank.text().length() == 1
                ? Optional.of(blank)
                : field.scalar();
        String text = scalar.map(Node.Scalar::text)
                .orElse(Character.toString(otherwise))
                .replace("\\t", "\t");
        if (text.length() != 1 || "\r\n".contains(text)) {
            field.refuse("must be one character, and no line break", "write for example " + field.example());
            return otherwise;
        }
        return text.charAt(0);
    }

    private PayloadFormat json() {
        Field explode = source.field("explode");
        boolean several = explode.text().startsWith("*");
        return new PayloadFormat.Json(
                envelope(source.field("envelope")),
                explode(explode, several),
                several,
                framing(),
                limits(source.field("limits")));
    }

    private static Optional<FieldPath> explode(Field field, boolean several) {
        if (field.scalar().isEmpty()) {
            return Optional.empty();
        }
        String text = several ? field.text().substring(1).replaceFirst("^\\.", "") : field.text();
        if (several && text.isEmpty()) {
            return Optional.empty();
        }
        try {
            FieldPath path = FieldPath.parse(text);
            long each = path.steps().stream()
                    .filter(FieldPath.Step.Each.class::isInstance)
                    .count();
            boolean atEnd = path.hasEach() && path.steps().get(path.steps().size() - 1) instanceof FieldPath.Step.Each;
            if (path.root() == FieldPath.Root.PAYLOAD && each == 1 && atEnd) {
                return Optional.of(path);
            }
        } catch (IllegalArgumentException e) {
            // the same remedy
        }
        field.refuse(
                "must be the path of an array in the payload, with [*] at its end",
                "write for example " + field.example()
                        + ", [*] for a message that is an array, '*' for several values one after the other");
        return Optional.empty();
    }

    private static Envelope envelope(Field field) {
        if (field.node().orElse(null) instanceof Node.Mapping) {
            return field.section().<Envelope>map(FormatReader::envelopeAt).orElse(new Envelope.None());
        }
        if (field.scalar().isEmpty()) {
            return new Envelope.None();
        }
        Optional<Envelope> known = switch (field.text().toLowerCase(Locale.ROOT)) {
            case "cloudevents" -> Optional.of(new Envelope.CloudEvents());
            case "azureiothub" -> Optional.of(new Envelope.AzureIotHub());
            case "debezium" -> Optional.of(new Envelope.Debezium());
            case "none" -> Optional.of(new Envelope.None());
            default -> Optional.empty();
        };
        if (known.isEmpty()) {
            field.refuse(
                    "is not an envelope that is known by name",
                    "write cloudEvents, azureIotHub or debezium, or the path of the payload as in envelope: {path: data}");
        }
        return known.orElse(new Envelope.None());
    }

    private static Envelope envelopeAt(Section section) {
        Field field = section.field("path");
        Envelope.Encoding encoding = choice(section.field("encoding"), Envelope.Encoding.class, Envelope.Encoding.JSON);
        Optional<FieldPath> path = ColumnReader.parsed(field);
        if (path.isPresent()
                && (path.get().root() != FieldPath.Root.PAYLOAD
                        || path.get().hasEach()
                        || path.get().steps().isEmpty())) {
            field.refuse("must be a path in the message", "write for example " + field.example());
            return new Envelope.None();
        }
        return path.<Envelope>map(known -> new Envelope.At(known, encoding)).orElse(new Envelope.None());
    }

    private static JsonLimits limits(Field field) {
        Optional<Section> section = field.isPresent() ? field.section() : Optional.empty();
        if (section.isEmpty()) {
            return JsonLimits.DEFAULT;
        }
        JsonLimits normal = JsonLimits.DEFAULT;
        return new JsonLimits(
                (int) atLeastOne(section.get().field("depth"), normal.depth(), 100_000),
                (int) atLeastOne(section.get().field("stringLength"), normal.stringLength(), Integer.MAX_VALUE),
                (int) atLeastOne(section.get().field("numberLength"), normal.numberLength(), 1_000_000),
                atLeastOne(section.get().field("messageBytes"), normal.messageBytes(), Integer.MAX_VALUE));
    }

    private static long atLeastOne(Field field, long otherwise, long most) {
        if (field.scalar().isEmpty()) {
            return otherwise;
        }
        String digits = field.propertyText().strip();
        if (digits.matches("\\d{1,10}") && Long.parseLong(digits) >= 1 && Long.parseLong(digits) <= most) {
            return Long.parseLong(digits);
        }
        field.refuse("must be a whole number from 1 to " + most, "write for example " + field.example());
        return otherwise;
    }

    /** One of the words that the constants stand for, in any case. */
    static <E extends Enum<E>> E choice(Field field, Class<E> type, E otherwise) {
        if (field.scalar().isEmpty()) {
            return otherwise;
        }
        String text = field.text();
        return Stream.of(type.getEnumConstants())
                .filter(constant -> constant.name().replace("_", "").equalsIgnoreCase(text))
                .findFirst()
                .orElseGet(() -> {
                    String words = Stream.of(type.getEnumConstants())
                            .map(FormatReader::word)
                            .collect(Collectors.joining(", "));
                    field.refuse("must be one of " + words, "write for example " + field.example());
                    return otherwise;
                });
    }

    /** TO_NULL is written toNull. */
    private static String word(Enum<?> constant) {
        String name = constant.name().toLowerCase(Locale.ROOT);
        int mark = name.indexOf('_');
        return mark < 0
                ? name
                : name.substring(0, mark) + Character.toUpperCase(name.charAt(mark + 1)) + name.substring(mark + 2);
    }
}
