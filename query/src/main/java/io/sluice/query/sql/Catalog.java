package io.sluice.query.sql;

import io.sluice.query.sql.compile.SqlTypes;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** The sources as Calcite's tables, and Spark's names of types. */
final class Catalog {
    private final List<SourceTable> sources;

    Catalog(List<SourceTable> sources) {
        this.sources = List.copyOf(sources);
    }

    /** The source of that name, in any case. */
    Optional<SourceTable> source(String name) {
        return sources.stream()
                .filter(source -> source.name().equalsIgnoreCase(name))
                .findFirst();
    }

    List<Schema> schemas() {
        return sources.stream().map(SourceTable::schema).toList();
    }

    List<String> sourceNames() {
        return sources.stream().map(SourceTable::name).toList();
    }

    /** Every name a query can mean by a column. */
    List<String> columnNames() {
        List<String> names = new ArrayList<>(List.of("window_start", "window_end"));
        schemas().forEach(schema -> schema.columns().forEach(column -> names.add(column.name())));
        return names;
    }

    /** The names of the columns that have fields. */
    List<String> structNames() {
        return schemas().stream()
                .flatMap(schema -> schema.columns().stream())
                .filter(column -> column.type() instanceof DataType.Struct)
                .map(Column::name)
                .toList();
    }

    /** The name of every field of a struct. */
    List<String> fieldNames() {
        List<String> names = new ArrayList<>();
        schemas().forEach(schema -> schema.columns().forEach(column -> addFields(column.type(), names)));
        return names;
    }

    private static void addFields(DataType type, List<String> names) {
        if (type instanceof DataType.Struct struct) {
            for (Column field : struct.fields().columns()) {
                names.add(field.name());
                addFields(field.type(), names);
            }
        } else if (type instanceof DataType.Array array) {
            addFields(array.element(), names);
        } else if (type instanceof DataType.Dictionary map) {
            addFields(map.value(), names);
        }
    }

    CalciteCatalogReader reader(JavaTypeFactory typeFactory) {
        CalciteSchema root = CalciteSchema.createRootSchema(false, false);
        sources.forEach(source -> root.add(source.name(), new Table(source)));
        addType(root, "STRING", SqlTypeName.VARCHAR);
        addType(root, "LONG", SqlTypeName.BIGINT);
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
        return new CalciteCatalogReader(root, List.of(), typeFactory, new CalciteConnectionConfigImpl(properties));
    }

    private static void addType(CalciteSchema root, String name, SqlTypeName type) {
        root.add(name, factory -> factory.createTypeWithNullability(factory.createSqlType(type), true));
    }

    private static final class Table extends AbstractTable {
        private final SourceTable source;

        Table(SourceTable source) {
            this.source = source;
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory factory) {
            RelDataTypeFactory.Builder row = factory.builder();
            for (Column column : source.schema().columns()) {
                row.add(column.name(), SqlTypes.relType(factory, column.type(), column.nullable()));
            }
            return row.build();
        }
    }
}
