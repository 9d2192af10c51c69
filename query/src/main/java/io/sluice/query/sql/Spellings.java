package io.sluice.query.sql;

import io.sluice.serdes.time.BadTimeException;
import io.sluice.serdes.time.Dates;
import io.sluice.serdes.time.Timestamps;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Turns Spark's names of functions and forms of literals into those that Calcite has. */
final class Spellings extends SqlShuttle {
    private static final Map<String, SqlOperator> SYNONYMS = Map.ofEntries(
            Map.entry("%", Operators.MOD),
            Map.entry("substr", SqlStdOperatorTable.SUBSTRING),
            Map.entry("length", SqlStdOperatorTable.CHAR_LENGTH),
            Map.entry("len", SqlStdOperatorTable.CHAR_LENGTH),
            Map.entry("character_length", SqlStdOperatorTable.CHAR_LENGTH),
            Map.entry("nvl", SqlStdOperatorTable.COALESCE),
            Map.entry("ifnull", SqlStdOperatorTable.COALESCE),
            Map.entry("pow", SqlStdOperatorTable.POWER),
            Map.entry("ceiling", SqlStdOperatorTable.CEIL),
            Map.entry("ucase", SqlStdOperatorTable.UPPER),
            Map.entry("lcase", SqlStdOperatorTable.LOWER),
            Map.entry("mean", SqlStdOperatorTable.AVG),
            Map.entry("day", SqlStdOperatorTable.DAYOFMONTH),
            Map.entry("weekofyear", SqlStdOperatorTable.WEEK));

    /** Functions that are neither operators of Calcite's nor synonyms of one. */
    private static final Set<String> OTHERS = Set.of("window", "date", "date_trunc", "descriptor");

    private final Problems problems;

    /** Whether there is a function of that name, in lower case. */
    static boolean isFunction(String name) {
        return OTHERS.contains(name)
                || SYNONYMS.containsKey(name)
                || Operators.functions().contains(name.toUpperCase(Locale.ROOT));
    }

    Spellings(Problems problems) {
        this.problems = problems;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode result = super.visit(call);
        if (!(result instanceof SqlCall changed)) {
            return result;
        }
        String name = changed.getOperator().getName().toLowerCase(Locale.ROOT);
        SqlParserPos place = changed.getParserPosition();
        SqlOperator synonym = SYNONYMS.get(name);
        if (synonym != null) {
            return synonym.createCall(changed.getFunctionQuantifier(), place, changed.getOperandList());
        }
        if (name.equals("date") && changed.operandCount() == 1) {
            SqlDataTypeSpec type = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.DATE, place), place);
            return SqlStdOperatorTable.CAST.createCall(place, changed.operand(0), type);
        }
        return name.equals("date_trunc") ? truncation(changed) : changed;
    }

    /** date_trunc('hour', t) is FLOOR(t TO HOUR). */
    private SqlNode truncation(SqlCall call) {
        SqlParserPos place = call.getParserPosition();
        if (call.operandCount() == 2 && call.operand(0) instanceof SqlCharStringLiteral unit) {
            String name = Objects.requireNonNull(unit.toValue()).toUpperCase(Locale.ROOT);
            for (TimeUnit known : TimeUnit.values()) {
                if (known.name().equals(name)) {
                    SqlNode qualifier = new SqlIntervalQualifier(known, null, unit.getParserPosition());
                    return SqlStdOperatorTable.FLOOR.createCall(place, call.operand(1), qualifier);
                }
            }
        }
        problems.add(
                call, "date_trunc needs a constant unit and a timestamp", "write for example date_trunc('HOUR', t)");
        return call;
    }

    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
        if (!(literal instanceof SqlUnknownLiteral unknown)) {
            return literal;
        }
        try {
            return switch (unknown.tag.toUpperCase(Locale.ROOT)) {
                case "TIMESTAMP" -> timestamp(unknown);
                case "DATE" -> date(unknown);
                default -> literal;
            };
        } catch (BadTimeException e) {
            problems.add(
                    literal,
                    unknown.tag + " '" + unknown.getValue() + "': " + e.reason().split("; ", 2)[0],
                    "write TIMESTAMP '2026-11-30 08:15:00' or DATE '2026-11-30'");
            return literal;
        }
    }

    /** Calcite takes one form only, and no zone. */
    private static SqlNode timestamp(SqlUnknownLiteral literal) {
        long micros = Timestamps.parse(literal.getValue().strip(), ZoneOffset.UTC);
        TimestampString value = TimestampString.fromMillisSinceEpoch(Math.floorDiv(micros, 1000L))
                .withNanos((int) Math.floorMod(micros, 1_000_000L) * 1000);
        return SqlLiteral.createTimestamp(SqlTypeName.TIMESTAMP, value, 6, literal.getParserPosition());
    }

    private static SqlNode date(SqlUnknownLiteral literal) {
        int days = Dates.parse(literal.getValue().strip());
        return SqlLiteral.createDate(DateString.fromDaysSinceEpoch(days), literal.getParserPosition());
    }
}
