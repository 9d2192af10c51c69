package io.sluice.query.sql;

import io.sluice.query.sql.compile.WindowCall;
import io.sluice.serdes.schema.DataType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/** The operators and functions a query may use: exactly those that are compiled or aggregated. */
final class Operators {
    private static final int PRECEDENCE = 60;

    /** Whole numbers divide as doubles. */
    private static final SqlOperator DIVIDE = new SqlBinaryOperator(
            "/",
            SqlKind.DIVIDE,
            PRECEDENCE,
            true,
            Operators::quotient,
            InferTypes.FIRST_KNOWN,
            OperandTypes.NUMERIC_NUMERIC);

    /** Also for the sign %: Calcite's own take exact numbers only. */
    static final SqlOperator MOD =
            function("MOD", Operators::remainder, OperandTypes.NUMERIC_NUMERIC, SqlFunctionCategory.NUMERIC);

    /** Calcite's own are null when one value is; Spark's skip nulls. */
    private static final SqlOperator GREATEST = function(
            "GREATEST", Operators::extreme, OperandTypes.SAME_VARIADIC, SqlFunctionCategory.USER_DEFINED_FUNCTION);

    private static final SqlOperator LEAST = function(
            "LEAST", Operators::extreme, OperandTypes.SAME_VARIADIC, SqlFunctionCategory.USER_DEFINED_FUNCTION);

    private static final SqlOperator CONCAT = function(
            "CONCAT",
            ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE),
            OperandTypes.repeat(SqlOperandCountRanges.from(1), OperandTypes.ANY),
            SqlFunctionCategory.STRING);

    /** Calcite turns its own into POWER(x, 0.5), which is not correctly rounded. */
    private static final SqlOperator SQRT =
            function("SQRT", ReturnTypes.DOUBLE_NULLABLE, OperandTypes.NUMERIC, SqlFunctionCategory.NUMERIC);

    private static final SqlOperator ROUND = function(
            "ROUND",
            Operators::rounded,
            OperandTypes.or(OperandTypes.NUMERIC, OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.INTEGER)),
            SqlFunctionCategory.NUMERIC);

    private static final SqlOperator FROM_UTC_TIMESTAMP = function(
            "FROM_UTC_TIMESTAMP",
            ReturnTypes.ARG0_NULLABLE,
            OperandTypes.family(SqlTypeFamily.TIMESTAMP, SqlTypeFamily.CHARACTER),
            SqlFunctionCategory.TIMEDATE);

    static final SqlFunction WINDOW_START = window(WindowCall.START);
    static final SqlFunction WINDOW_END = window(WindowCall.END);

    private static final List<SqlOperator> SYMBOLS = List.of(
            SqlStdOperatorTable.PLUS,
            SqlStdOperatorTable.MINUS,
            SqlStdOperatorTable.DATETIME_PLUS,
            SqlStdOperatorTable.MINUS_DATE,
            SqlStdOperatorTable.MULTIPLY,
            DIVIDE,
            SqlStdOperatorTable.UNARY_MINUS,
            SqlStdOperatorTable.UNARY_PLUS,
            SqlStdOperatorTable.INTERVAL,
            SqlStdOperatorTable.EQUALS,
            SqlStdOperatorTable.NOT_EQUALS,
            SqlStdOperatorTable.LESS_THAN,
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            SqlStdOperatorTable.GREATER_THAN,
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
            SqlStdOperatorTable.AND,
            SqlStdOperatorTable.OR,
            SqlStdOperatorTable.NOT,
            SqlStdOperatorTable.IS_NULL,
            SqlStdOperatorTable.IS_NOT_NULL,
            SqlStdOperatorTable.IS_TRUE,
            SqlStdOperatorTable.IS_NOT_TRUE,
            SqlStdOperatorTable.IS_FALSE,
            SqlStdOperatorTable.IS_NOT_FALSE,
            SqlStdOperatorTable.IS_UNKNOWN,
            SqlStdOperatorTable.IS_NOT_UNKNOWN,
            SqlStdOperatorTable.IS_DISTINCT_FROM,
            SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
            SqlStdOperatorTable.BETWEEN,
            SqlStdOperatorTable.NOT_BETWEEN,
            SqlStdOperatorTable.IN,
            SqlStdOperatorTable.NOT_IN,
            SqlStdOperatorTable.LIKE,
            SqlStdOperatorTable.NOT_LIKE,
            SqlStdOperatorTable.CASE,
            SqlStdOperatorTable.CONCAT,
            SqlLibraryOperators.INFIX_CAST,
            SqlStdOperatorTable.FILTER,
            SqlStdOperatorTable.AS,
            SqlStdOperatorTable.ROW,
            new FieldOrElement(),
            SqlStdOperatorTable.DOT,
            WINDOW_START,
            WINDOW_END);

    private static final List<SqlOperator> FUNCTIONS = List.of(
            SqlStdOperatorTable.COUNT,
            SqlStdOperatorTable.SUM,
            SqlStdOperatorTable.MIN,
            SqlStdOperatorTable.MAX,
            SqlStdOperatorTable.AVG,
            SqlStdOperatorTable.CAST,
            SqlLibraryOperators.TRY_CAST,
            SqlStdOperatorTable.COALESCE,
            SqlStdOperatorTable.NULLIF,
            SqlLibraryOperators.IF,
            GREATEST,
            LEAST,
            SqlStdOperatorTable.ABS,
            ROUND,
            SqlStdOperatorTable.FLOOR,
            SqlStdOperatorTable.CEIL,
            SQRT,
            SqlStdOperatorTable.POWER,
            MOD,
            SqlStdOperatorTable.UPPER,
            SqlStdOperatorTable.LOWER,
            SqlStdOperatorTable.TRIM,
            SqlLibraryOperators.LTRIM,
            SqlLibraryOperators.RTRIM,
            SqlStdOperatorTable.SUBSTRING,
            CONCAT,
            SqlStdOperatorTable.CHAR_LENGTH,
            SqlStdOperatorTable.REPLACE,
            SqlStdOperatorTable.EXTRACT,
            SqlStdOperatorTable.TIMESTAMP_ADD,
            FROM_UTC_TIMESTAMP,
            SqlStdOperatorTable.YEAR,
            SqlStdOperatorTable.QUARTER,
            SqlStdOperatorTable.MONTH,
            SqlStdOperatorTable.WEEK,
            SqlStdOperatorTable.DAYOFMONTH,
            SqlStdOperatorTable.DAYOFWEEK,
            SqlStdOperatorTable.DAYOFYEAR,
            SqlStdOperatorTable.HOUR,
            SqlStdOperatorTable.MINUTE,
            SqlStdOperatorTable.SECOND);

    static final SqlOperatorTable TABLE = new Table();

    private Operators() {}

    /** The names of all functions. */
    static List<String> functions() {
        return Stream.concat(FUNCTIONS.stream().map(SqlOperator::getName), Stream.of("DATE_TRUNC", "WINDOW"))
                .toList();
    }

    private static SqlFunction function(
            String name, SqlReturnTypeInference type, SqlOperandTypeChecker operands, SqlFunctionCategory category) {
        return new SqlFunction(name, SqlKind.OTHER_FUNCTION, type, null, operands, category);
    }

    private static SqlFunction window(String name) {
        return function(
                name,
                ReturnTypes.ARG0,
                OperandTypes.or(
                        OperandTypes.family(SqlTypeFamily.TIMESTAMP, SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC),
                        OperandTypes.family(
                                SqlTypeFamily.TIMESTAMP,
                                SqlTypeFamily.NUMERIC,
                                SqlTypeFamily.NUMERIC,
                                SqlTypeFamily.CHARACTER)),
                SqlFunctionCategory.TIMEDATE);
    }

    private static RelDataType quotient(SqlOperatorBinding call) {
        RelDataTypeFactory factory = call.getTypeFactory();
        RelDataType decimal = factory.getTypeSystem().deriveDecimalDivideType(factory, exact(call, 0), exact(call, 1));
        return nullable(call, decimal == null ? factory.createSqlType(SqlTypeName.DOUBLE) : decimal);
    }

    private static RelDataType remainder(SqlOperatorBinding call) {
        RelDataTypeFactory factory = call.getTypeFactory();
        RelDataType decimal = factory.getTypeSystem().deriveDecimalModType(factory, exact(call, 0), exact(call, 1));
        return nullable(call, decimal == null ? commonType(call) : decimal);
    }

    private static RelDataType extreme(SqlOperatorBinding call) {
        boolean nullable = call.collectOperandTypes().stream().allMatch(RelDataType::isNullable);
        return call.getTypeFactory().createTypeWithNullability(commonType(call), nullable);
    }

    /** A decimal may get one more digit before the point, and keeps those behind it that were asked for. */
    private static RelDataType rounded(SqlOperatorBinding call) {
        RelDataType type = call.getOperandType(0);
        if (!SqlTypeUtil.isDecimal(type)) {
            return nullable(call, type);
        }
        int places = type.getScale();
        if (call.getOperandCount() == 1) {
            places = 0;
        } else if (call.isOperandLiteral(1, false)) {
            Integer literal = call.getOperandLiteralValue(1, Integer.class);
            places = literal == null ? places : Math.max(0, Math.min(places, literal));
        }
        int whole = type.getPrecision() - type.getScale() + 1;
        int precision = Math.min(DataType.Decimal.MAX_PRECISION, whole + places);
        return nullable(call, call.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, precision, places));
    }

    private static RelDataType commonType(SqlOperatorBinding call) {
        RelDataType common = call.getTypeFactory().leastRestrictive(call.collectOperandTypes());
        return common == null ? call.getOperandType(0) : common;
    }

    private static RelDataType nullable(SqlOperatorBinding call, RelDataType type) {
        boolean nullable = call.collectOperandTypes().stream().anyMatch(RelDataType::isNullable);
        return call.getTypeFactory().createTypeWithNullability(type, nullable);
    }

    /** An operand's type; that of a whole number beside a decimal is the decimal that holds it, or the literal's digits. */
    private static RelDataType exact(SqlOperatorBinding call, int operand) {
        RelDataType type = call.getOperandType(operand);
        RelDataType other = call.getOperandType(1 - operand);
        if (!SqlTypeUtil.isIntType(type) || !SqlTypeUtil.isDecimal(other)) {
            return type;
        }
        if (call.isOperandLiteral(operand, false)) {
            BigDecimal literal = call.getOperandLiteralValue(operand, BigDecimal.class);
            int digits = literal == null ? 1 : literal.precision();
            return call.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, digits, 0);
        }
        return call.getTypeFactory().decimalOf(type);
    }

    /** Finds an operator by its name in any case, and a function with any form of brackets. */
    private static final class Table implements SqlOperatorTable {
        private final Map<String, List<SqlOperator>> byName =
                getOperatorList().stream().collect(Collectors.groupingBy(Table::key));

        private static String key(SqlOperator operator) {
            return operator.getName().toUpperCase(Locale.ROOT);
        }

        @Override
        public void lookupOperatorOverloads(
                SqlIdentifier name,
                @Nullable SqlFunctionCategory category,
                SqlSyntax syntax,
                List<SqlOperator> found,
                SqlNameMatcher nameMatcher) {
            if (name.isSimple()) {
                byName.getOrDefault(name.getSimple().toUpperCase(Locale.ROOT), List.of()).stream()
                        .filter(operator -> operator.getSyntax() == syntax
                                || (syntax == SqlSyntax.FUNCTION && operator instanceof SqlFunction))
                        .forEach(found::add);
            }
        }

        @Override
        public List<SqlOperator> getOperatorList() {
            return Stream.concat(SYMBOLS.stream(), FUNCTIONS.stream()).toList();
        }
    }
}
