package io.sluice.query.sql.compile;

import io.sluice.serdes.schema.DataType;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Structs, arrays and maps as a whole, which CASE may choose between, and so COALESCE and IF. Nothing else makes one, and none is
 * converted: Calcite puts casts around them where it takes one for null and the other not.
 */
final class Whole {
    private Whole() {}

    static DataType type(RexCall call, ExpressionCompiler compiler) {
        if (call.getKind() == SqlKind.CAST) {
            return compiler.type(call.getOperands().get(0));
        }
        if (call.getKind() != SqlKind.CASE) {
            return SqlTypes.required(call.getType());
        }
        List<DataType> types = values(call.getOperands()).stream()
                .filter(value -> !isNull(value))
                .map(compiler::type)
                .distinct()
                .toList();
        if (types.size() > 1) {
            throw new UnsupportedExpressionException(
                    "the values to choose from are " + types.get(0).sqlName() + " and "
                            + types.get(1).sqlName() + ": " + compiler.text(call),
                    "a struct, an array or a map can be chosen only where all have the same type; "
                            + SqlTypes.INSTEAD_OF_NESTED);
        }
        return types.get(0);
    }

    /** Those of condition, value, condition, value, ..., value. */
    private static List<RexNode> values(List<RexNode> operands) {
        int last = operands.size() - 1;
        return IntStream.rangeClosed(0, last)
                .filter(i -> i % 2 == 1 || i == last)
                .mapToObj(operands::get)
                .toList();
    }

    /** Whether it is the null that another branch gives a type, cast to it or not. */
    static boolean isNull(RexNode value) {
        return value.getKind() == SqlKind.CAST
                ? isNull(((RexCall) value).getOperands().get(0))
                : RexLiteral.isNullLiteral(value);
    }
}
