package io.sluice.delta.file;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Sets one column of the row from the physical value in a file. */
class ValueConverter extends PrimitiveConverter {
    final Row row;
    final int ordinal;

    private ValueConverter(Row row, int ordinal) {
        this.row = row;
        this.ordinal = ordinal;
    }

    static Converter of(DataType type, Type file, Row row, int ordinal) {
        return type instanceof DataType.Nested nested
                ? NestedConverter.of(nested, file.asGroupType(), row, ordinal)
                : of(type, file.asPrimitiveType(), row, ordinal);
    }

    private static ValueConverter of(DataType column, PrimitiveType stored, Row row, int ordinal) {
        if (column instanceof DataType.Decimal type) {
            return new OfDecimal(row, ordinal, storedScale(stored, type), type.scale());
        }
        if (column == DataType.Primitive.STRING) {
            return new OfString(row, ordinal);
        }
        if (column == DataType.Primitive.TIMESTAMP) {
            return new OfTimestamp(row, ordinal, stored.getLogicalTypeAnnotation());
        }
        return new ValueConverter(row, ordinal);
    }

    private static int storedScale(PrimitiveType stored, DataType.Decimal type) {
        return stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
                ? decimal.getScale()
                : type.scale();
    }

    @Override
    public void addBoolean(boolean value) {
        row.setBoolean(ordinal, value);
    }

    @Override
    public void addInt(int value) {
        row.setLong(ordinal, value);
    }

    @Override
    public void addLong(long value) {
        row.setLong(ordinal, value);
    }

    @Override
    public void addFloat(float value) {
        row.setDouble(ordinal, value);
    }

    @Override
    public void addDouble(double value) {
        row.setDouble(ordinal, value);
    }

    @Override
    public void addBinary(Binary value) {
        row.setObject(ordinal, value.getBytes());
    }

    private static final class OfString extends ValueConverter {
        OfString(Row row, int ordinal) {
            super(row, ordinal);
        }

        @Override
        public void addBinary(Binary value) {
            row.setObject(ordinal, value.toStringUsingUTF8());
        }
    }

    private static final class OfDecimal extends ValueConverter {
        private final int storedScale;
        private final int scale;

        OfDecimal(Row row, int ordinal, int storedScale, int scale) {
            super(row, ordinal);
            this.storedScale = storedScale;
            this.scale = scale;
        }

        @Override
        public void addInt(int value) {
            addLong(value);
        }

        @Override
        public void addLong(long value) {
            set(BigInteger.valueOf(value));
        }

        @Override
        public void addBinary(Binary value) {
            set(new BigInteger(value.getBytes()));
        }

        private void set(BigInteger unscaled) {
            row.setObject(ordinal, new BigDecimal(unscaled, storedScale).setScale(scale));
        }
    }

    /** INT64 of any unit, and INT96, in which Spark writes unless told otherwise: nanoseconds of the day, then the Julian day. */
    private static final class OfTimestamp extends ValueConverter {
        private static final long JULIAN_DAY_OF_1970 = 2_440_588;
        private static final long MICROS_PER_DAY = 86_400_000_000L;
        private static final long THOUSAND = 1_000;

        private final LogicalTypeAnnotation.TimeUnit unit;

        OfTimestamp(Row row, int ordinal, LogicalTypeAnnotation annotation) {
            super(row, ordinal);
            this.unit = annotation instanceof TimestampLogicalTypeAnnotation timestamp
                    ? timestamp.getUnit()
                    : LogicalTypeAnnotation.TimeUnit.MICROS;
        }

        @Override
        public void addLong(long value) {
            row.setLong(
                    ordinal,
                    switch (unit) {
                        case MILLIS -> Math.multiplyExact(value, THOUSAND);
                        case MICROS -> value;
                        case NANOS -> Math.floorDiv(value, THOUSAND);
                    });
        }

        @Override
        public void addBinary(Binary value) {
            ByteBuffer bytes = value.toByteBuffer().slice().order(ByteOrder.LITTLE_ENDIAN);
            long micros = Math.floorDiv(bytes.getLong(), THOUSAND);
            row.setLong(ordinal, (bytes.getInt() - JULIAN_DAY_OF_1970) * MICROS_PER_DAY + micros);
        }
    }
}
