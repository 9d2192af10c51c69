package io.sluice.serdes;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Schemas and rows of every type, with nulls and extremes far more frequent than chance would have them. */
public final class RandomRows {
    private static final List<Primitive> PRIMITIVES = List.of(Primitive.values());
    private static final long[] LONGS = {0, 1, -1, 63, 64, -64, -65, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE};
    private static final int[] INTS = {0, 1, -1, 127, 128, -128, -129, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.5,
        Double.NaN,
        Double.longBitsToDouble(0x7FF8_0000_0000_0001L),
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MAX_VALUE
    };
    private static final float[] FLOATS = {
        0f, -0f, 1.5f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, -Float.MAX_VALUE
    };
    private static final String[] STRINGS = {
        "",
        "unit-1",
        "é",
        "\u0000",
        "€",
        "😀",
        "\uD83D",
        "\uDE00",
        "\uDE00\uD83D",
        "\uD83Dx",
        "\u07FF\u0800\uFFFF",
        "x".repeat(300)
    };

    private final Random random;

    public RandomRows(Random random) {
        this.random = random;
    }

    public Schema schema() {
        List<Column> columns = new ArrayList<>();
        int width = random.nextInt(20);
        for (int i = 0; i < width; i++) {
            columns.add(Column.nullable("c" + i, type(3)));
        }
        return new Schema(columns);
    }

    private DataType type(int depth) {
        int choice = random.nextInt(PRIMITIVES.size() + (depth > 0 ? 5 : 2));
        if (choice < PRIMITIVES.size()) {
            return PRIMITIVES.get(choice);
        }
        if (choice == PRIMITIVES.size() + 2) {
            return new DataType.Array(type(depth - 1));
        }
        if (choice == PRIMITIVES.size() + 3) {
            return new DataType.Dictionary(type(depth - 1));
        }
        if (choice == PRIMITIVES.size() + 4) {
            return new DataType.Struct(
                    Schema.of(Column.nullable("a", type(depth - 1)), Column.nullable("b c", type(depth - 1))));
        }
        int precision = 1 + random.nextInt(Decimal.MAX_PRECISION);
        return new Decimal(precision, random.nextInt(precision + 1));
    }

    public Row row(Schema schema) {
        Row row = schema.newRow();
        for (int i = 0; i < schema.width(); i++) {
            if (random.nextInt(5) > 0) {
                set(row, i, schema.column(i).type());
            }
        }
        return row;
    }

    /** @param step 1 for the elements of an array, 2 for the entries of a map */
    private Row elements(DataType type, int step) {
        Row elements = new Row(step * random.nextInt(random.nextInt(10) == 0 ? 20 : 4));
        for (int i = 0; i < elements.width(); i += step) {
            if (step == 2) {
                elements.setObject(i, "key " + i);
            }
            if (random.nextInt(5) > 0) {
                set(elements, i + step - 1, type);
            }
        }
        return elements;
    }

    private void set(Row row, int column, DataType type) {
        if (type instanceof DataType.Struct struct) {
            row.setObject(column, row(struct.fields()));
        } else if (type instanceof DataType.Array array) {
            row.setObject(column, elements(array.element(), 1));
        } else if (type instanceof DataType.Dictionary map) {
            row.setObject(column, elements(map.value(), 2));
        } else if (type instanceof Decimal decimal) {
            row.setObject(column, decimal(decimal));
        } else {
            setPrimitive(row, column, (Primitive) type);
        }
    }

    private void setPrimitive(Row row, int column, Primitive type) {
        switch (type) {
            case BOOLEAN -> row.setBoolean(column, random.nextBoolean());
            case INT, DATE -> row.setLong(column, extreme() ? INTS[random.nextInt(INTS.length)] : random.nextInt());
            case LONG, TIMESTAMP ->
                row.setLong(
                        column,
                        extreme() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong() >> random.nextInt(64));
            case FLOAT ->
                row.setDouble(
                        column,
                        extreme() ? FLOATS[random.nextInt(FLOATS.length)] : Float.intBitsToFloat(random.nextInt()));
            case DOUBLE ->
                row.setDouble(
                        column,
                        extreme()
                                ? DOUBLES[random.nextInt(DOUBLES.length)]
                                : Double.longBitsToDouble(random.nextLong()));
            case STRING -> row.setObject(column, extreme() ? STRINGS[random.nextInt(STRINGS.length)] : text());
            case BINARY -> row.setObject(column, bytes());
        }
    }

    private boolean extreme() {
        return random.nextInt(3) == 0;
    }

    private BigDecimal decimal(Decimal type) {
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger unscaled =
                extreme() ? limit.subtract(BigInteger.ONE) : new BigInteger(1 + random.nextInt(130), random).mod(limit);
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : ' ' + random.nextInt(95)));
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }
}
