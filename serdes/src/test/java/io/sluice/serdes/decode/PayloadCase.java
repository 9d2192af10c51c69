package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.EpochUnit;
import io.sluice.serdes.time.TimePattern;
import io.sluice.serdes.time.TimestampFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One line of a file of cases: {@code schema | settings | message | outcome}.
 *
 * <ul>
 *   <li>schema: columns with semicolons between them, each {@code name type [not null] [@path] [~unit-or-pattern] [^zone]};
 *       inside of a type {@code ~} is a blank
 *   <li>settings: {@code name=value} with blanks between them, see {@link #format}; key, {@code header.<name>} and timestamp are the record's
 *   <li>message: text in which {@code \xNN} is a byte; the word TOMBSTONE is no message at all
 *   <li>outcome: the rows as JSON with blanks between them, the word none, or {@code !} and a part of the reason, with
 *       {@code !column:} in front of it when it names one
 * </ul>
 */
public record PayloadCase(
        String line,
        Schema schema,
        List<ColumnFormat> columns,
        Map<String, String> settings,
        String message,
        String outcome) {

    public static PayloadCase parse(String line) {
        List<String> parts =
                Arrays.stream(line.split(" \\| ", -1)).map(String::strip).toList();
        if (parts.size() != 4) {
            throw new IllegalArgumentException("not four parts: " + line);
        }
        Map<String, String> settings = Arrays.stream(parts.get(1).split(" ", -1))
                .filter(setting -> !setting.isEmpty())
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        List<Column> columns = new ArrayList<>();
        List<ColumnFormat> formats = new ArrayList<>();
        for (String column : parts.get(0).split(";", -1)) {
            addColumn(column.strip(), zone(settings), columns, formats);
        }
        return new PayloadCase(line, new Schema(columns), formats, settings, parts.get(2), parts.get(3));
    }

    private static void addColumn(String text, ZoneId zone, List<Column> columns, List<ColumnFormat> formats) {
        boolean required = text.contains(" not null");
        String[] words = text.replace(" not null", "").split(" ", 3);
        DataType type = DataType.parse(words[1].replace('~', ' ')).orElseThrow();
        columns.add(new Column(words[0], type, !required));
        Map<Character, String> marks = new HashMap<>();
        if (words.length == 3) {
            for (String mark : words[2].split(" (?=[@~^])", -1)) {
                marks.put(mark.charAt(0), mark.substring(1));
            }
        }
        ZoneId ownZone = Optional.ofNullable(marks.get('^')).map(ZoneId::of).orElse(zone);
        formats.add(new ColumnFormat(
                Optional.ofNullable(marks.get('@')).map(FieldPath::parse),
                time(marks.get('~'), ownZone, marks.containsKey('^'))));
    }

    private static Optional<TimestampFormat> time(@Nullable String form, ZoneId zone, boolean hasZone) {
        if (form == null) {
            return hasZone ? Optional.of(new TimestampFormat.Iso(zone)) : Optional.empty();
        }
        return Optional.of(EpochUnit.of(form)
                .<TimestampFormat>map(TimestampFormat.Epoch::new)
                .orElseGet(() -> new TimestampFormat.Pattern(TimePattern.of(form), zone)));
    }

    private static ZoneId zone(Map<String, String> settings) {
        return settings.containsKey("zone") ? ZoneId.of(settings.get("zone")) : ZoneOffset.UTC;
    }

    public RowDecoder decoder() {
        BitSet all = new BitSet();
        all.set(0, schema.width());
        return format().decoder(all);
    }

    private RecordFormat format() {
        ValueRules rules = new ValueRules(
                Coercion.valueOf(setting("coercion", "STRICT")),
                NonFinite.valueOf(setting("nonFinite", "REJECT")),
                zone(settings));
        return new RecordFormat(schema, columns, rules, payload());
    }

    private PayloadFormat payload() {
        return switch (setting("format", "json")) {
            case "csv" ->
                new PayloadFormat.Csv(
                        setting("delimiter", ",").charAt(0),
                        setting("quote", "\"").charAt(0),
                        settings.containsKey("header"),
                        setting("null", ""));
            case "text" -> new PayloadFormat.Text();
            case "raw" -> new PayloadFormat.Raw();
            case "avro" ->
                new PayloadFormat.Avro(
                        Map.of(7, setting("avro", "\"int\"").replace('~', ' ')),
                        PayloadFormat.Framing.valueOf(setting("framing", "NONE")),
                        Optional.ofNullable(settings.get("explode")).map(FieldPath::parse));
            default -> json();
        };
    }

    private PayloadFormat json() {
        String explode = setting("explode", "");
        boolean several = explode.startsWith("*");
        String rows = several ? explode.substring(1) : explode;
        JsonLimits limits = new JsonLimits(
                Integer.parseInt(setting("depth", "1000")),
                Integer.parseInt(setting("stringLength", "20000000")),
                Integer.parseInt(setting("numberLength", "1000")),
                Long.parseLong(setting("messageBytes", "1000000000")));
        return new PayloadFormat.Json(
                envelope(setting("envelope", "none")),
                rows.isEmpty() ? Optional.empty() : Optional.of(FieldPath.parse(rows)),
                several,
                PayloadFormat.Framing.valueOf(setting("framing", "NONE")),
                limits);
    }

    private Envelope envelope(String name) {
        return switch (name) {
            case "none" -> new Envelope.None();
            case "cloudEvents" -> new Envelope.CloudEvents();
            case "azureIotHub" -> new Envelope.AzureIotHub();
            case "debezium" -> new Envelope.Debezium();
            default ->
                new Envelope.At(
                        FieldPath.parse(name),
                        Envelope.Encoding.valueOf(setting("encoding", "JSON").toUpperCase(Locale.ROOT)));
        };
    }

    private String setting(String name, String otherwise) {
        return settings.getOrDefault(name, otherwise);
    }

    public Message record() {
        return recordOf(message.equals("TOMBSTONE") ? null : bytes(message));
    }

    /** The case's record with another value. */
    Message recordOf(byte @Nullable [] value) {
        return new Message() {
            @Override
            public byte @Nullable [] value() {
                return value;
            }

            @Override
            public byte @Nullable [] key() {
                String key = settings.get("key");
                return key == null ? null : bytes(key);
            }

            @Override
            public String topic() {
                return "topic";
            }

            @Override
            public int partition() {
                return 3;
            }

            @Override
            public long offset() {
                return 42;
            }

            @Override
            public long timestampMs() {
                return Long.parseLong(setting("timestamp", "1796026500000"));
            }

            @Override
            public byte @Nullable [] header(String name) {
                String header = settings.get("header." + name);
                return header == null ? null : bytes(header);
            }
        };
    }

    private static byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int at = 0;
        for (int mark = text.indexOf("\\x"); mark >= 0; mark = text.indexOf("\\x", at)) {
            bytes.writeBytes(text.substring(at, mark).getBytes(StandardCharsets.UTF_8));
            bytes.write(HexFormat.fromHexDigits(text, mark + 2, mark + 4));
            at = mark + 4;
        }
        bytes.writeBytes(text.substring(at).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    @Override
    public String toString() {
        return line;
    }
}
