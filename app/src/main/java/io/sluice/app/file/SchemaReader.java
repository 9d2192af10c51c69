package io.sluice.app.file;

import io.sluice.serdes.decode.ColumnFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code schema}: a column for each key. */
final class SchemaReader {
    private static final Pattern TYPE_AND_NULLABILITY =
            Pattern.compile("(.*?)(\\s+not\\s+null|\\s+null)?", Pattern.CASE_INSENSITIVE);
    private static final List<String> TYPE_NAMES = List.of(
            "boolean", "int", "long", "float", "double", "decimal(10,2)", "string", "timestamp", "date", "binary");

    private SchemaReader() {}

    /** @param formats for each column of the schema */
    record Columns(Schema schema, List<ColumnFormat> formats) {}

    private record Declared(Column column, ColumnFormat format) {}

    /**
     * A schema without columns stands for one with problems.
     *
     * @param zone of timestamps without an offset, where their column has no zone of its own
     */
    static Columns read(Field field, ZoneId zone) {
        List<Declared> columns = new ArrayList<>();
        Optional<Section> section = field.section();
        section.map(Section::named).orElse(List.of()).forEach(column -> add(column, columns, zone));
        if (section.isPresent() && columns.isEmpty()) {
            field.refuse("must have at least one column that can be read", "write for example " + field.example());
        }
        return new Columns(
                new Schema(columns.stream().map(Declared::column).toList()),
                columns.stream().map(Declared::format).toList());
    }

    private static void add(Field field, List<Declared> columns, ZoneId zone) {
        String name = field.name();
        Optional<Column> clash = columns.stream()
                .map(Declared::column)
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst();
        if (clash.isPresent()) {
            field.refuse(
                    "differs from the column " + clash.get().name()
                            + " only in upper and lower case, which Delta does not keep apart",
                    "keep one of the two");
        } else if (name.isBlank()) {
            field.refuse("has a blank name", "name the column");
        } else {
            column(field, zone).ifPresent(columns::add);
        }
    }

    private static Optional<Declared> column(Field field, ZoneId zone) {
        if (field.node().orElse(null) instanceof Node.Mapping) {
            return field.section().flatMap(section -> {
                boolean nullable = section.field("nullable").flag();
                Field type = section.field("type");
                return type.scalar()
                        .flatMap(scalar -> type(type, type.text()))
                        .map(known -> new Declared(
                                new Column(field.name(), known, nullable), ColumnReader.read(section, known, zone)));
            });
        }
        return field.scalar().flatMap(scalar -> {
            Matcher matcher = TYPE_AND_NULLABILITY.matcher(field.text());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            boolean nullable = matcher.group(2) == null
                    || !matcher.group(2).toLowerCase(Locale.ROOT).contains("not");
            return type(field, matcher.group(1))
                    .map(known -> new Declared(new Column(field.name(), known, nullable), ColumnFormat.DEFAULT));
        });
    }

    private static Optional<DataType> type(Field field, String name) {
        try {
            Optional<DataType> type = DataType.parse(name);
            if (type.isEmpty()) {
                String meant = EditDistance.nearest(name, TYPE_NAMES)
                        .map(known -> "did you mean " + known + "? ")
                        .orElse("");
                field.refuse(
                        "is no type",
                        meant + "types are " + String.join(", ", TYPE_NAMES)
                                + ", and of these struct<id: string>, array<double>, map<string, long>, each with or without 'not null'");
            }
            return type;
        } catch (IllegalArgumentException e) {
            boolean decimal = !name.contains("<");
            field.refuse(
                    "is no type: " + e.getMessage(),
                    decimal
                            ? "write for example decimal(10,2)"
                            : "write for example struct<id: string, temp: double not null>, array<double> or map<string, long>");
            return Optional.empty();
        }
    }
}
