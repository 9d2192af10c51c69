package io.sluice.query.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.Timestamps;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** A source with a column of every type, rows of it, and expressions over them. */
final class Samples {
    static final Schema SCHEMA = Schema.of(
            Column.nullable("UnitId", Primitive.STRING),
            Column.nullable("TemperatureC", Primitive.DOUBLE),
            Column.required("ReadingTime", Primitive.TIMESTAMP),
            Column.nullable("OtherTime", Primitive.TIMESTAMP),
            Column.nullable("n", Primitive.INT),
            Column.nullable("l", Primitive.LONG),
            Column.nullable("f", Primitive.FLOAT),
            Column.nullable("d", new Decimal(10, 2)),
            Column.nullable("ok", Primitive.BOOLEAN),
            Column.nullable("day", Primitive.DATE),
            Column.nullable("raw", Primitive.BINARY),
            Column.required("k", Primitive.INT));

    /** Columns with others inside. */
    static final Schema NESTED = Schema.of(
            Column.required("At", Primitive.TIMESTAMP),
            nested("Device", "struct<id: string, temp: double not null, ok: boolean, on: struct<day: date, n: int>>"),
            nested("Values", "array<double>"),
            nested("Grid", "array<array<int>>"),
            nested("Tags", "map<string, string>"),
            nested("Counts", "map<string, long>"),
            nested("Logs", "array<struct<text: string, price: decimal(10,2)>>"),
            Column.nullable("i", Primitive.INT),
            Column.required("Fixed", DataType.parse("struct<n: int not null>").orElseThrow()));

    private static Column nested(String name, String type) {
        return Column.nullable(name, DataType.parse(type).orElseThrow());
    }

    static final List<SourceTable> SOURCES = List.of(
            new SourceTable("readings", SCHEMA, Optional.of("ReadingTime")),
            new SourceTable("doors", Schema.of(Column.required("OpenedAt", Primitive.TIMESTAMP)), Optional.empty()));

    private Samples() {}

    static Row row(String name) {
        return switch (name) {
            case "plain" -> plain();
            case "nulls" -> nulls();
            case "extremes" -> extremes();
            default -> throw new IllegalArgumentException("no row " + name);
        };
    }

    private static Row plain() {
        Row row = nulls();
        row.setObject(0, "Freezer-7 \u00e4");
        row.setDouble(1, -18.25);
        row.setLong(4, 7);
        row.setLong(5, 40);
        row.setDouble(6, 1.1f);
        row.setObject(7, new BigDecimal("1234.50"));
        row.setBoolean(8, true);
        row.setLong(9, Dates.parse("2026-11-13"));
        row.setObject(10, "hi".getBytes(UTF_8));
        return row;
    }

    private static Row nulls() {
        Row row = SCHEMA.newRow();
        row.setLong(2, Timestamps.parse("2026-11-13T08:09:59.123456Z", ZoneOffset.UTC));
        row.setLong(11, 3);
        return row;
    }

    private static Row extremes() {
        Row row = plain();
        row.setObject(0, "");
        row.setDouble(1, Double.NaN);
        row.setLong(2, Timestamps.parse("1969-12-31T23:59:59.999999Z", ZoneOffset.UTC));
        row.setLong(3, Timestamps.MAX);
        row.setLong(4, Integer.MIN_VALUE);
        row.setLong(5, Long.MIN_VALUE);
        row.setDouble(6, Double.POSITIVE_INFINITY);
        row.setObject(7, new BigDecimal("-99999999.99"));
        row.setBoolean(8, false);
        row.setLong(9, Dates.parse("0001-01-01"));
        row.setObject(10, new byte[0]);
        row.setLong(11, 0);
        return row;
    }

    /** Compiles an expression over the columns of readings, by way of a query that groups by it. */
    static RowExpression compile(String expression) throws SqlException {
        // the sum makes sure that there is a projection, also below a plain column
        String sql = "SELECT v, SUM(one + 1) AS s FROM (SELECT " + expression
                + " AS v, ReadingTime AS t, k AS one FROM readings) GROUP BY window(t, '1 hour'), v";
        Relation relation = SqlPlanner.plan(sql, SOURCES).root();
        while (!(relation instanceof Relation.WindowAggregate)) {
            relation = relation.inputs().get(0);
        }
        Relation.WindowAggregate aggregate = (Relation.WindowAggregate) relation;
        return ((Relation.Project) aggregate.input())
                .expressions()
                .get(aggregate.keys().get(0));
    }

    /** The value as text with its type, or the error. */
    static String evaluate(RowExpression expression, Row row) {
        Row output = new Row(1);
        try {
            expression.evaluator().evaluate(row, output, 0);
        } catch (EvaluationException e) {
            return "error " + e.getMessage();
        }
        return print(output, expression.type()) + " : " + expression.type()
                + (expression.nullable() ? "" : " not null");
    }

    private static String print(Row row, DataType type) {
        if (row.isNull(0)) {
            return "null";
        }
        if (type == Primitive.TIMESTAMP) {
            return Timestamps.format(row.longAt(0));
        }
        if (type == Primitive.DATE) {
            return Dates.format((int) row.longAt(0));
        }
        if (type == Primitive.BINARY) {
            return HexFormat.of().formatHex(row.binaryAt(0));
        }
        if (type instanceof Decimal decimal) {
            BigDecimal value = row.decimalAt(0);
            return value.scale() == decimal.scale() ? value.toPlainString() : "wrong scale " + value;
        }
        return type == Primitive.STRING ? "'" + row.stringAt(0) + "'" : String.valueOf(row.boxed(0, type));
    }
}
