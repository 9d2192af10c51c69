package io.sluice.query.sql.compile;

import io.sluice.query.plan.ZonedDays;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Dates;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * The canonical text of an expression: the columns under the names their source declares, every nested operator in brackets,
 * literals in a form that tells their type. Equal expressions have equal texts, however they were typed.
 */
final class ExpressionText {
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Set<String> INFIX = Set.of(
            "+",
            "-",
            "*",
            "/",
            "%",
            "=",
            "<>",
            "<",
            "<=",
            ">",
            ">=",
            "AND",
            "OR",
            "||",
            "IS DISTINCT FROM",
            "IS NOT DISTINCT FROM");

    private final Schema input;

    private ExpressionText(Schema input) {
        this.input = input;
    }

    static String of(RexNode expression, Schema input) {
        return new ExpressionText(input).text(expression);
    }

    private String text(RexNode expression) {
        if (expression instanceof RexInputRef reference) {
            return name(input.column(reference.getIndex()).name());
        }
        if (expression instanceof RexLiteral literal) {
            return literal(literal);
        }
        if (expression instanceof RexFieldAccess access) {
            return text(access.getReferenceExpr()) + "."
                    + name(access.getField().getName());
        }
        return expression instanceof RexCall call ? call(call) : expression.toString();
    }

    private static String name(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`";
    }

    private String call(RexCall call) {
        String name = call.getOperator().getName();
        List<RexNode> operands = call.getOperands();
        WindowCall window = WindowCall.of(call);
        if (window != null) {
            return window(window);
        }
        if (INFIX.contains(name)) {
            return operands.size() == 1
                    ? name + operand(operands.get(0))
                    : operands.stream().map(this::operand).collect(Collectors.joining(" " + name + " "));
        }
        if (name.startsWith("IS ")) {
            return operand(operands.get(0)) + " " + name;
        }
        return switch (name) {
            case "NOT" -> "NOT " + operand(operands.get(0));
            case "CASE" -> choice(operands);
            case "ITEM" -> operand(operands.get(0)) + "[" + text(operands.get(1)) + "]";
            case "CAST" -> cast(call);
            case "SAFE_CAST" -> "TRY_CAST(" + text(operands.get(0)) + " AS " + typeName(call) + ")";
            case "LIKE" -> operand(operands.get(0)) + " LIKE " + operand(operands.get(1)) + escape(operands);
            default -> name + operands.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
        };
    }

    /** A cast that changes nothing but whether null is allowed is left out. */
    private String cast(RexCall call) {
        RexNode operand = call.getOperands().get(0);
        boolean same = SqlTypes.dataType(operand.getType()).equals(SqlTypes.dataType(call.getType()))
                && !Literals.isUntypedNull(operand);
        return same ? text(operand) : "CAST(" + text(operand) + " AS " + typeName(call) + ")";
    }

    private String escape(List<RexNode> operands) {
        return operands.size() < 3 ? "" : " ESCAPE " + operand(operands.get(2));
    }

    private String window(WindowCall call) {
        Duration size = Duration.of(call.window().sizeMicros(), ChronoUnit.MICROS);
        Duration offset = Duration.of(call.window().offsetMicros(), ChronoUnit.MICROS);
        return (call.end() ? "WINDOW_END(" : "WINDOW_START(") + text(call.time()) + ", " + size
                + (offset.isZero() ? "" : ", " + offset)
                + (call.window() instanceof ZonedDays days ? ", " + days.zone() : "") + ")";
    }

    private String operand(RexNode operand) {
        boolean brackets = operand instanceof RexCall call
                && (INFIX.contains(call.getOperator().getName())
                        || List.of("NOT", "LIKE").contains(call.getOperator().getName())
                        || call.getOperator().getName().startsWith("IS "));
        return brackets ? "(" + text(operand) + ")" : text(operand);
    }

    private String choice(List<RexNode> operands) {
        StringBuilder text = new StringBuilder("CASE");
        for (int i = 0; i + 1 < operands.size(); i += 2) {
            text.append(" WHEN ").append(text(operands.get(i)));
            text.append(" THEN ").append(text(operands.get(i + 1)));
        }
        return text.append(" ELSE ")
                .append(text(operands.get(operands.size() - 1)))
                .append(" END")
                .toString();
    }

    private static String typeName(RexNode expression) {
        return SqlTypes.dataType(expression.getType())
                .map(DataType::sqlName)
                .orElseGet(() -> expression.getType().getSqlTypeName().getSpaceName())
                .toUpperCase(Locale.ROOT);
    }

    private static String literal(RexLiteral literal) {
        if (literal.isNull()) {
            return "NULL";
        }
        if (SqlTypes.isInterval(literal.getType())) {
            long amount = Literals.interval(literal);
            return "INTERVAL "
                    + (SqlTypes.isMonthInterval(literal.getType())
                            ? "P" + amount + "M"
                            : Duration.of(amount, ChronoUnit.MICROS).toString());
        }
        Optional<DataType> type = SqlTypes.dataType(literal.getType());
        return type.isPresent() ? literal(literal, type.get()) : String.valueOf(literal.getValue());
    }

    private static String literal(RexLiteral literal, DataType type) {
        if (type instanceof DataType.Decimal || type == Primitive.INT) {
            return number(literal);
        }
        return switch ((Primitive) type) {
            case LONG -> number(literal) + "L";
            case FLOAT, DOUBLE ->
                Objects.requireNonNull(literal.getValueAs(Number.class)).doubleValue() + "D";
            case STRING -> "'" + Literals.string(literal).replace("'", "''") + "'";
            case TIMESTAMP -> "TIMESTAMP '" + CastToMoment.print(Literals.micros(literal)) + "'";
            case DATE -> "DATE '" + Dates.format(Objects.requireNonNull(literal.getValueAs(Integer.class))) + "'";
            case BINARY ->
                "X'"
                        + HexFormat.of()
                                .formatHex(Objects.requireNonNull(literal.getValueAs(ByteString.class))
                                        .getBytes())
                        + "'";
            default -> String.valueOf(literal.getValue());
        };
    }

    private static String number(RexLiteral literal) {
        return Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).toPlainString();
    }
}
