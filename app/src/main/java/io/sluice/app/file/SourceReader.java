package io.sluice.app.file;

import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.BadRecords;
import io.sluice.topology.LateRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Reads {@code sources}. */
final class SourceReader {
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]*";
    private static final String TOPIC = "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}";
    private static final String ONLY_KAFKA =
            "sources are read from Kafka topics only for now: write kafka: {topic: ...}";
    private static final Map<String, String> REFUSED = Map.of(
            "eventhubs",
            "Event Hubs are read by their Kafka endpoint: write kafka: {topic: ...}",
            "rate",
            ONLY_KAFKA,
            "files",
            ONLY_KAFKA,
            "delta",
            ONLY_KAFKA,
            "topic",
            "write kafka: {topic: ...}",
            "withWatermark",
            "write watermark: {column: ..., delay: ...}");

    private SourceReader() {}

    static Map<String, SourceSettings> read(Field field) {
        Map<String, SourceSettings> sources = new LinkedHashMap<>();
        Optional<Section> section = field.section();
        List<Field> named = section.map(Section::named).orElse(List.of());
        named.forEach(source -> source(source).ifPresent(settings -> sources.put(settings.name(), settings)));
        if (section.isPresent() && named.size() != 1) {
            field.refuse(
                    "must be exactly one source for now, and there are " + named.size(),
                    "keep one; joins and unions of sources are not there yet");
        }
        return sources;
    }

    private static Optional<SourceSettings> source(Field field) {
        if (!field.name().matches(IDENTIFIER)) {
            field.refuse(
                    "'" + field.name()
                            + "' must be a name that SQL reads: a letter, then letters, digits and underscores",
                    "write for example readings");
        }
        return field.section(REFUSED).map(section -> settings(field.name(), section));
    }

    private static SourceSettings settings(String name, Section section) {
        RecordFormat format = FormatReader.read(section);
        Schema schema = format.schema();
        Field watermark = section.field("watermark");
        return new SourceSettings(
                name,
                topic(section.field("kafka")),
                format,
                FormatReader.choice(section.field("badRecords"), BadRecords.class, BadRecords.DEAD_LETTER),
                FormatReader.choice(section.field("lateRecords"), LateRecords.class, LateRecords.DROP),
                key(section.field("key"), schema),
                watermark.isPresent() ? watermark.section().map(inner -> watermark(inner, schema)) : Optional.empty());
    }

    private static SourceSettings.Topic topic(Field field) {
        Optional<Section> section = field.section();
        if (section.isEmpty()) {
            return new SourceSettings.Topic("", StartingOffsets.Edge.LATEST, true);
        }
        Field topic = section.get().field("topic");
        String name = topic.text();
        if (!name.isEmpty() && !name.matches(TOPIC)) {
            topic.refuse(
                    "must be one topic: up to 249 letters, digits, dots, underscores and hyphens",
                    "write for example " + topic.example());
        }
        return new SourceSettings.Topic(
                name,
                OffsetsReader.read(section.get().field("startingOffsets"), name),
                section.get().field("failOnDataLoss").flag());
    }

    private static List<String> key(Field field, Schema schema) {
        List<String> key = new ArrayList<>();
        for (Field item : field.items()) {
            Optional<Column> known = column(item, schema);
            known.filter(column -> column.type() instanceof DataType.Nested)
                    .ifPresent(column -> item.refuse(
                            "is of type " + column.type() + ", which is no record key", "name columns of plain types"));
            known.map(Column::name).ifPresent(name -> {
                if (key.contains(name)) {
                    item.refuse("stands twice", "keep one of the two");
                }
                key.add(name);
            });
        }
        if (field.isPresent() && field.items().isEmpty()) {
            field.refuse("must name at least one column", "write for example " + field.example() + ", or delete it");
        }
        return key;
    }

    private static SourceSettings.Watermark watermark(Section section, Schema schema) {
        Field column = section.field("column");
        Optional<String> expression = expression(column, schema);
        Optional<Column> known = expression.isPresent() ? Optional.empty() : column(column, schema);
        known.filter(found -> found.type() != DataType.Primitive.TIMESTAMP)
                .ifPresent(found -> column.refuse(
                        "must be a column of type timestamp, and " + found.name() + " is " + found.type(),
                        "name the column with the event time, or change its type in the schema"));
        Field delay = section.field("delay");
        Duration lateness = delay.duration();
        if (lateness.isNegative()) {
            delay.refuse("must be 0 or more", "write for example \"15 minutes\"");
        }
        Field skew = section.field("maxFutureSkew");
        Duration ahead = skew.duration();
        if (skew.isPresent() && (ahead.isNegative() || ahead.isZero())) {
            skew.refuse("must be more than 0", "write for example \"1 hour\"");
        }
        return new SourceSettings.Watermark(
                expression.isPresent()
                        ? SourceSettings.Watermark.EVENT_TIME
                        : known.map(Column::name).orElse(""),
                expression,
                lateness,
                ahead,
                silence(section.field("idleTimeout")),
                silence(section.field("closeWhenIdle")));
    }

    /** Whatever is more than a name; the planner reads it. */
    private static Optional<String> expression(Field column, Schema schema) {
        String text = column.text();
        if (text.isEmpty() || text.matches(IDENTIFIER) || schema.ordinal(text).isPresent()) {
            return Optional.empty();
        }
        if (schema.ordinal(SourceSettings.Watermark.EVENT_TIME).isPresent()) {
            column.refuse(
                    "is an expression, whose value the SQL calls " + SourceSettings.Watermark.EVENT_TIME
                            + ", and the schema has a column of that name",
                    "give the column another name, with the old one as its path");
        }
        return Optional.of(text);
    }

    /** Empty for never. */
    private static Optional<Duration> silence(Field field) {
        if (field.text().equalsIgnoreCase("never")) {
            return Optional.empty();
        }
        Duration time = field.duration();
        if (field.isPresent() && (time.isNegative() || time.toMillis() == 0)) {
            field.refuse(
                    "must be at least a millisecond, or the word never",
                    "write for example " + field.example() + ", or never");
        }
        return Optional.of(time);
    }

    /** The column that the setting names, in any case; a schema without columns has a problem of its own. */
    private static Optional<Column> column(Field field, Schema schema) {
        String name = field.text();
        OptionalInt ordinal = schema.ordinal(name);
        if (ordinal.isPresent()) {
            return Optional.of(schema.column(ordinal.getAsInt()));
        }
        if (!name.isEmpty() && schema.width() > 0) {
            List<String> names = schema.columns().stream().map(Column::name).toList();
            String meant = EditDistance.nearest(name, names)
                    .map(near -> "did you mean " + near + "? ")
                    .orElse("");
            field.refuse(
                    "is not a column of the schema",
                    meant + "columns are " + names.stream().collect(Collectors.joining(", ")));
        }
        return Optional.empty();
    }
}
