package io.sluice.delta;

import io.delta.standalone.actions.Metadata;
import io.delta.standalone.actions.Protocol;
import io.delta.standalone.types.ArrayType;
import io.delta.standalone.types.MapType;
import io.delta.standalone.types.StructField;
import io.delta.standalone.types.StructType;
import io.sluice.delta.TableMismatchException.Difference;
import io.sluice.delta.file.FileColumn;
import io.sluice.delta.file.FileLayout;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The rows that are to be written, and whether a table can take them. Names are compared without regard to case and columns
 * without regard to order, as Delta does; a table may have more columns than the rows if those are nullable.
 */
record TableDefinition(Schema schema, List<String> partitionBy) {
    private static final String FORBIDDEN_IN_NAMES = " ,;{}()\n\t=";
    private static final String LIMITED_TEXT = "__CHAR_VARCHAR_TYPE_STRING";
    private static final String CONSTRAINT = "delta.constraints.";

    TableDefinition {
        partitionBy = List.copyOf(partitionBy);
    }

    /** What no Delta table could take. */
    List<Difference> selfCheck() {
        List<Difference> differences = new ArrayList<>();
        for (Column column : schema.columns()) {
            checkName(place(column.name()), column.name(), "rename it in the query with AS", differences);
            checkInside(place(column.name()), column.type(), differences);
        }
        for (String name : partitionBy) {
            checkPartitionColumn(name, differences);
        }
        List<String> partition = lowerCase(partitionBy);
        if (schema.columns().stream()
                .allMatch(column -> partition.contains(column.name().toLowerCase(Locale.ROOT)))) {
            differences.add(new Difference(
                    "partitionBy",
                    "at least one column left for the data files",
                    "every column",
                    "partition by fewer columns"));
        }
        return differences;
    }

    private static void checkName(String place, String name, String remedy, List<Difference> differences) {
        if (name.chars().anyMatch(c -> FORBIDDEN_IN_NAMES.indexOf(c) >= 0)) {
            differences.add(new Difference(
                    place, "a name without any of space , ; { } ( ) = tab newline", "'" + name + "'", remedy));
        }
    }

    private static void checkInside(String place, DataType type, List<Difference> differences) {
        if (type instanceof DataType.Struct struct) {
            for (Column field : struct.fields().columns()) {
                String inside = place + ", field '" + field.name() + "'";
                checkName(
                        inside,
                        field.name(),
                        "take the field out by the query, as a column with another name",
                        differences);
                checkInside(inside, field.type(), differences);
            }
        } else if (type instanceof DataType.Array array) {
            checkInside(place, array.element(), differences);
        } else if (type instanceof DataType.Dictionary map) {
            checkInside(place, map.value(), differences);
        }
    }

    private void checkPartitionColumn(String name, List<Difference> differences) {
        OptionalInt ordinal = schema.ordinal(name);
        if (ordinal.isEmpty()) {
            differences.add(new Difference(
                    "partitionBy", "a column of the query", "'" + name + "'", "the query has: " + schema));
        } else if (!hasText(schema.column(ordinal.getAsInt()).type())) {
            differences.add(new Difference(
                    "partitionBy",
                    "a column that has a text form",
                    "'" + name + "', a " + schema.column(ordinal.getAsInt()).type() + " column",
                    "choose another column"));
        }
        if (lowerCase(partitionBy).stream()
                        .filter(name.toLowerCase(Locale.ROOT)::equals)
                        .count()
                > 1) {
            differences.add(new Difference("partitionBy", "each column once", "'" + name + "' twice", "name it once"));
        }
    }

    private static boolean hasText(DataType type) {
        return type != DataType.Primitive.BINARY && !(type instanceof DataType.Nested);
    }

    /** Every difference between the table and what the rows need; empty when it can take them. */
    List<Difference> compare(Metadata table, Protocol protocol) {
        List<Difference> differences = new ArrayList<>();
        if (protocol.getMinReaderVersion() > TableProtocol.READER
                || protocol.getMinWriterVersion() > TableProtocol.WRITER) {
            differences.add(TableProtocol.difference(
                    protocol.getMinReaderVersion(), protocol.getMinWriterVersion(), List.of()));
        }
        schema.columns().forEach(column -> compareColumn(column, table, differences));
        for (StructField field : table.getSchema().getFields()) {
            checkField(field, differences);
        }
        if (!new TreeSet<>(lowerCase(table.getPartitionColumns())).equals(new TreeSet<>(lowerCase(partitionBy)))) {
            differences.add(new Difference(
                    "partitionBy",
                    partitionBy.toString(),
                    table.getPartitionColumns().toString(),
                    "set partitionBy to " + table.getPartitionColumns() + ", or choose another path"));
        }
        checkProperties(table, differences);
        return differences;
    }

    private static void compareColumn(Column column, Metadata table, List<Difference> differences) {
        Optional<StructField> found = field(table, column.name());
        if (found.isEmpty()) {
            differences.add(new Difference(
                    place(column.name()),
                    column.type().sqlName(),
                    "no such column",
                    "ALTER TABLE ... ADD COLUMN " + column.name() + " "
                            + column.type().sqlName() + ", or leave it out of the query"));
            return;
        }
        StructField field = found.get();
        boolean sameType = SchemaMapping.fromDelta(field.getDataType())
                .filter(type -> SchemaMapping.holds(type, column.type()))
                .isPresent();
        if (!sameType) {
            differences.add(new Difference(
                    place(field.getName()),
                    column.type().sqlName(),
                    SchemaMapping.name(field),
                    column.type() instanceof DataType.Nested
                            ? "declare its fields as the table has them, or choose another path"
                            : "CAST it in the query, or choose another path"));
        } else if (column.nullable() && !field.isNullable()) {
            differences.add(new Difference(
                    place(field.getName()),
                    column.type().sqlName() + ", which can be null",
                    SchemaMapping.name(field),
                    "make the query yield a value, as with COALESCE, or ALTER TABLE ... ALTER COLUMN " + field.getName()
                            + " DROP NOT NULL"));
        }
    }

    private void checkField(StructField field, List<Difference> differences) {
        if (schema.ordinal(field.getName()).isEmpty() && !field.isNullable()) {
            differences.add(new Difference(
                    place(field.getName()),
                    "no such column, or one that can be null",
                    SchemaMapping.name(field),
                    "add it to the query, or ALTER TABLE ... ALTER COLUMN " + field.getName() + " DROP NOT NULL"));
        }
        checkRules(place(field.getName()), field, differences);
    }

    private static void checkRules(String place, StructField field, List<Difference> differences) {
        for (String rule : new TreeSet<>(field.getMetadata().getEntries().keySet())) {
            boolean ours = rule.startsWith("delta.") && !rule.startsWith("delta.columnMapping.");
            if (ours || rule.equals(LIMITED_TEXT)) {
                differences.add(new Difference(
                        place,
                        "no rule for its values",
                        rule + " = " + field.getMetadata().get(rule),
                        "this writer does not apply it: drop the rule, or choose another path"));
            }
        }
        checkRulesInside(place, field.getDataType(), differences);
    }

    private static void checkRulesInside(
            String place, io.delta.standalone.types.DataType type, List<Difference> differences) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.getFields()) {
                checkRules(place + ", field '" + field.getName() + "'", field, differences);
            }
        } else if (type instanceof ArrayType array) {
            checkRulesInside(place, array.getElementType(), differences);
        } else if (type instanceof MapType map) {
            checkRulesInside(place, map.getValueType(), differences);
        }
    }

    private static void checkProperties(Metadata table, List<Difference> differences) {
        String retention = table.getConfiguration().get(TableProperties.TRANSACTION_RETENTION);
        if (retention != null) {
            differences.add(new Difference(
                    "table property " + TableProperties.TRANSACTION_RETENTION,
                    "not set",
                    "'" + retention + "'",
                    "after it, other engines drop the record of what is in the table and rows would be written twice:"
                            + " ALTER TABLE ... UNSET TBLPROPERTIES ('" + TableProperties.TRANSACTION_RETENTION
                            + "')"));
        }
        for (String key : new TreeSet<>(table.getConfiguration().keySet())) {
            if (key.toLowerCase(Locale.ROOT).startsWith(CONSTRAINT)) {
                differences.add(new Difference(
                        "table property " + key,
                        "no check constraint",
                        "'" + table.getConfiguration().get(key) + "'",
                        "this writer does not check it: ALTER TABLE ... DROP CONSTRAINT "
                                + key.substring(CONSTRAINT.length())));
            }
        }
    }

    /** How rows are laid out in files of a table that {@link #compare} accepts. */
    FileLayout layout(Metadata table) {
        List<String> partition = lowerCase(table.getPartitionColumns());
        List<FileColumn> data = new ArrayList<>();
        List<FileColumn> outside = new ArrayList<>();
        for (StructField field : table.getSchema().getFields()) {
            OptionalInt ordinal = schema.ordinal(field.getName());
            if (ordinal.isPresent()) {
                FileColumn column = new FileColumn(
                        field.getName(),
                        schema.column(ordinal.getAsInt()).type(),
                        field.isNullable(),
                        ordinal.getAsInt());
                boolean partitions = partition.contains(field.getName().toLowerCase(Locale.ROOT));
                (partitions ? outside : data).add(column);
            }
        }
        outside.sort(java.util.Comparator.comparingInt(
                column -> partition.indexOf(column.name().toLowerCase(Locale.ROOT))));
        return new FileLayout(data, outside, TableProperties.indexedColumns(table.getConfiguration()));
    }

    /** The partition columns as the schema spells them. */
    List<String> partitionColumns() {
        return partitionBy.stream()
                .map(name -> schema.column(schema.ordinal(name).orElseThrow()).name())
                .toList();
    }

    private static Optional<StructField> field(Metadata table, String name) {
        for (StructField field : table.getSchema().getFields()) {
            if (field.getName().equalsIgnoreCase(name)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }

    private static List<String> lowerCase(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toList());
    }

    private static String place(String column) {
        return "column '" + column + "'";
    }
}
