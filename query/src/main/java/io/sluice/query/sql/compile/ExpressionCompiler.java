package io.sluice.query.sql.compile;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/** Compiles expressions over the rows of one schema. What it makes is without state and may be shared by all threads. */
public final class ExpressionCompiler {
    private final Schema input;
    private final RexBuilder rexBuilder;

    public ExpressionCompiler(Schema input, RexBuilder rexBuilder) {
        this.input = input;
        this.rexBuilder = rexBuilder;
    }

    /** @throws UnsupportedExpressionException when the expression uses a construct or a type that does not exist here */
    public RowExpression compile(RexNode expression) {
        DataType type = type(expression);
        OptionalInt column = expression instanceof RexInputRef reference
                ? OptionalInt.of(reference.getIndex())
                : OptionalInt.empty();
        boolean nullable = column.isPresent()
                ? input.column(column.getAsInt()).nullable()
                : expression.getType().isNullable();
        List<Integer> references = RelOptUtil.InputFinder.bits(expression).asList();
        return new RowExpression(text(expression), type, nullable, column, references, evaluator(expression, type));
    }

    private RowExpression.Evaluator evaluator(RexNode expression, DataType type) {
        if (expression instanceof RexInputRef reference) {
            int column = reference.getIndex();
            return (row, output, target) -> output.copy(target, row, column);
        }
        return Evaluators.of(as(expression, type));
    }

    /** The expression's code, of the kind that belongs to its type; evaluated here when it reads no column. */
    Code code(RexNode expression) {
        if (expression instanceof RexInputRef reference) {
            return Columns.read(
                    reference.getIndex(), input.column(reference.getIndex()).type());
        }
        if (expression instanceof RexLiteral literal) {
            return Literals.constant(literal);
        }
        if (expression instanceof RexFieldAccess access) {
            return Inside.field(access, this);
        }
        if (expression instanceof RexCall call) {
            return call(call);
        }
        throw new UnsupportedExpressionException(
                "expression " + expression + " is not supported", "use columns, literals and functions of them");
    }

    private Code call(RexCall call) {
        if (call.getKind() == SqlKind.SEARCH) {
            return code(RexUtil.expandSearch(rexBuilder, null, call));
        }
        Code code;
        try {
            code = Functions.compile(call, this);
        } catch (UnsupportedExpressionException e) {
            throw e.at(call.getParserPosition());
        }
        return RexUtil.containsInputRef(call) ? code : folded(code);
    }

    static Code folded(Code code) {
        try {
            return Code.fold(code);
        } catch (EvaluationException e) {
            // the branch it stands in may never be taken, so the error belongs to the row that takes it
            return code;
        }
    }

    /** The expression converted to another type, with its errors at run time. */
    Code as(RexNode expression, DataType target) {
        if (Literals.isUntypedNull(expression) || (target instanceof DataType.Nested && Whole.isNull(expression))) {
            return Literals.nullOf(target);
        }
        return Casts.convert(code(expression), type(expression), target, text(expression));
    }

    TruthCode truth(RexNode expression) {
        return (TruthCode) as(expression, Primitive.BOOLEAN);
    }

    /** A value that travels as a long and is not a boolean: numbers as they are, intervals included. */
    LongCode longs(RexNode expression) {
        return SqlTypes.isInterval(expression.getType())
                ? (LongCode) code(expression)
                : (LongCode) as(expression, type(expression) == Primitive.INT ? Primitive.INT : Primitive.LONG);
    }

    DoubleCode doubles(RexNode expression) {
        return (DoubleCode) as(expression, Primitive.DOUBLE);
    }

    ObjectCode strings(RexNode expression) {
        return (ObjectCode) as(expression, Primitive.STRING);
    }

    DataType type(RexNode expression) {
        if (expression instanceof RexInputRef reference) {
            return input.column(reference.getIndex()).type();
        }
        if (expression instanceof RexFieldAccess access) {
            return Inside.type(access, this);
        }
        if (!(expression instanceof RexCall call)) {
            return SqlTypes.required(expression.getType());
        }
        try {
            return Inside.isItem(call)
                    ? Inside.itemType(call, this)
                    : SqlTypes.isNested(call.getType()) ? Whole.type(call, this) : SqlTypes.required(call.getType());
        } catch (UnsupportedExpressionException e) {
            throw e.at(call.getParserPosition());
        }
    }

    /** The canonical text of an expression. */
    public String text(RexNode expression) {
        return ExpressionText.of(expression, input);
    }
}
