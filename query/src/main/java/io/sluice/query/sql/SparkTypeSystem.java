package io.sluice.query.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** The types of results by Spark's rules: microseconds, decimals of 38 digits, sums that do not overflow at once. */
final class SparkTypeSystem extends RelDataTypeSystemImpl {
    private static final int MICROSECONDS = 6;
    private static final int DECIMAL_DIGITS = 38;
    private static final int INTERVAL_DIGITS = 10;

    /** What remains of the scale when a result needs more than 38 digits. */
    private static final int LEAST_SCALE = 6;

    @Override
    public int getMaxPrecision(SqlTypeName type) {
        return switch (type) {
            case TIMESTAMP -> MICROSECONDS;
            case DECIMAL -> DECIMAL_DIGITS;
            default -> super.getMaxPrecision(type);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName type) {
        return type == SqlTypeName.DECIMAL ? DECIMAL_DIGITS : super.getMaxScale(type);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName type) {
        if (SqlTypeName.INTERVAL_TYPES.contains(type)) {
            return INTERVAL_DIGITS;
        }
        return switch (type) {
            case TIMESTAMP -> MICROSECONDS;
            case DECIMAL -> 10;
            default -> super.getDefaultPrecision(type);
        };
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType type = argument;
        if (SqlTypeUtil.isDecimal(argument)) {
            type = decimal(factory, Math.min(DECIMAL_DIGITS, argument.getPrecision() + 10), argument.getScale());
        } else if (SqlTypeUtil.isIntType(argument)) {
            type = factory.createSqlType(SqlTypeName.BIGINT);
        } else if (SqlTypeUtil.isApproximateNumeric(argument)) {
            type = factory.createSqlType(SqlTypeName.DOUBLE);
        }
        return factory.createTypeWithNullability(type, argument.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType type = SqlTypeUtil.isDecimal(argument)
                ? decimal(
                        factory,
                        Math.min(DECIMAL_DIGITS, argument.getPrecision() + 4),
                        Math.min(DECIMAL_DIGITS, argument.getScale() + 4))
                : factory.createSqlType(SqlTypeName.DOUBLE);
        return factory.createTypeWithNullability(type, argument.isNullable());
    }

    @Override
    public RelDataType deriveDecimalPlusType(RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        int scale = Math.max(left.getScale(), right.getScale());
        return fitted(factory, left, right, Math.max(whole(left), whole(right)) + 1, scale);
    }

    @Override
    public RelDataType deriveDecimalMultiplyType(RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        int scale = left.getScale() + right.getScale();
        return fitted(factory, left, right, left.getPrecision() + right.getPrecision() + 1 - scale, scale);
    }

    @Override
    public RelDataType deriveDecimalDivideType(RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        int scale = Math.max(LEAST_SCALE, left.getScale() + right.getPrecision() + 1);
        return fitted(factory, left, right, whole(left) + right.getScale(), scale);
    }

    @Override
    public RelDataType deriveDecimalModType(RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        int scale = Math.max(left.getScale(), right.getScale());
        return fitted(factory, left, right, Math.min(whole(left), whole(right)), scale);
    }

    private static int whole(RelDataType type) {
        return type.getPrecision() - type.getScale();
    }

    /** Null, as Calcite wants it, unless one type is a decimal and the other is exact; digits beyond 38 cost scale. */
    @SuppressWarnings("NullAway") // the interface's contract predates its annotations
    private static RelDataType fitted(
            RelDataTypeFactory factory, RelDataType left, RelDataType right, int whole, int scale) {
        if (!SqlTypeUtil.isExactNumeric(left)
                || !SqlTypeUtil.isExactNumeric(right)
                || (!SqlTypeUtil.isDecimal(left) && !SqlTypeUtil.isDecimal(right))) {
            return null;
        }
        if (whole + scale <= DECIMAL_DIGITS) {
            return decimal(factory, Math.max(1, whole + scale), scale);
        }
        int kept = Math.max(DECIMAL_DIGITS - whole, Math.min(scale, LEAST_SCALE));
        return decimal(factory, DECIMAL_DIGITS, kept);
    }

    private static RelDataType decimal(RelDataTypeFactory factory, int precision, int scale) {
        return factory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
    }
}
