package io.sluice.app.file;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
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

    /** A schema without columns stands for one with problems. */
    static Schema read(Field field) {
        List<Column> columns = new ArrayList<>();
        Optional<Section> section = field.section();
        section.map(Section::named).orElse(List.of()).forEach(column -> add(column, columns));
        if (section.isPresent() && columns.isEmpty()) {
            field.refuse("must have at least one column that can be read", "write for example " + field.example());
        }
        return new Schema(columns);
    }

    private static void add(Field field, List<Column> columns) {
        String name = field.name();
        Optional<Column> clash = columns.stream()
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
            column(field).ifPresent(columns::add);
        }
    }

    private static Optional<Column> column(Field field) {
        if (field.node().orElse(null) instanceof Node.Mapping) {
            return field.section().flatMap(section -> {
                boolean nullable = section.field("nullable").flag();
                Field type = section.field("type");
                return type.scalar()
                        .flatMap(scalar -> type(type, type.text()))
                        .map(known -> new Column(field.name(), known, nullable));
            });
        }
        return field.scalar().flatMap(scalar -> {
            Matcher matcher = TYPE_AND_NULLABILITY.matcher(field.text());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            boolean nullable = matcher.group(2) == null
                    || !matcher.group(2).toLowerCase(Locale.ROOT).contains("not");
            return type(field, matcher.group(1)).map(known -> new Column(field.name(), known, nullable));
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
                        meant + "types are " + String.join(", ", TYPE_NAMES) + ", each with or without 'not null'");
            }
            return type;
        } catch (IllegalArgumentException e) {
            field.refuse("is no type: " + e.getMessage(), "write for example decimal(10,2)");
            return Optional.empty();
        }
    }
}
