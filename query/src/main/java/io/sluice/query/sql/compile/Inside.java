package io.sluice.query.sql.compile;

import io.sluice.query.sql.compile.Code.DoubleCode;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.TruthCode;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import java.util.OptionalInt;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Code that reads what is inside of a nested value: a field of a struct, an element of an array, counted from 0 as in Spark and in
 * paths, the value of a key. Where there is none, as behind the end of an array, it is null.
 */
final class Inside {
    private static final int NOWHERE = -1;

    private Inside() {}

    /** Finds the column in a value's row. */
    @FunctionalInterface
    private interface Place {
        int in(Row value, Frame frame);
    }

    static boolean isItem(RexCall call) {
        return call.getOperator().getName().equals("ITEM");
    }

    static DataType type(RexFieldAccess access, ExpressionCompiler compiler) {
        return struct(access, compiler)
                .fields()
                .column(access.getField().getIndex())
                .type();
    }

    private static DataType.Struct struct(RexFieldAccess access, ExpressionCompiler compiler) {
        return (DataType.Struct) compiler.type(access.getReferenceExpr());
    }

    static DataType itemType(RexCall call, ExpressionCompiler compiler) {
        DataType holder = compiler.type(call.getOperands().get(0));
        if (holder instanceof DataType.Array array) {
            return array.element();
        }
        if (holder instanceof DataType.Dictionary map) {
            return map.value();
        }
        return ((DataType.Struct) holder)
                .fields()
                .column(namedField(call, compiler))
                .type();
    }

    /** Spark's other spelling of a field: {@code Device['id']}. */
    private static int namedField(RexCall call, ExpressionCompiler compiler) {
        DataType.Struct struct =
                (DataType.Struct) compiler.type(call.getOperands().get(0));
        OptionalInt field = call.getOperands().get(1) instanceof RexLiteral literal
                ? struct.fields().ordinal(Literals.string(literal))
                : OptionalInt.empty();
        return field.orElseThrow(() -> new UnsupportedExpressionException(
                compiler.text(call) + " is no field of a " + struct.sqlName(),
                "a field is written with a dot, as in Device.id"));
    }

    static Code field(RexFieldAccess access, ExpressionCompiler compiler) {
        int field = access.getField().getIndex();
        ObjectCode holder = (ObjectCode) compiler.code(access.getReferenceExpr());
        return read(holder, (value, frame) -> field, type(access, compiler));
    }

    static Code item(RexCall call, ExpressionCompiler compiler) {
        DataType type = itemType(call, compiler);
        ObjectCode holder = (ObjectCode) compiler.code(call.getOperands().get(0));
        RexNode which = call.getOperands().get(1);
        DataType from = compiler.type(call.getOperands().get(0));
        if (from instanceof DataType.Struct) {
            int field = namedField(call, compiler);
            return read(holder, (value, frame) -> field, type);
        }
        return from instanceof DataType.Array
                ? read(holder, element(compiler.longs(which)), type)
                : read(holder, entry(compiler.strings(which)), type);
    }

    private static Place element(LongCode index) {
        return (value, frame) -> {
            long at = index.run(frame);
            return frame.isNull || at < 0 || at >= value.width() ? NOWHERE : (int) at;
        };
    }

    private static Place entry(ObjectCode key) {
        return (value, frame) -> {
            Object wanted = key.run(frame);
            for (int i = 0; i < value.width(); i += 2) {
                if (value.stringAt(i).equals(wanted)) {
                    return i + 1;
                }
            }
            return NOWHERE;
        };
    }

    private static Code read(ObjectCode holder, Place place, DataType type) {
        if (type == Primitive.BOOLEAN) {
            return (TruthCode) f -> {
                Row value = (Row) holder.run(f);
                int at = place(value, place, f);
                return at < 0 || value == null ? TruthCode.UNKNOWN : TruthCode.of(value.booleanAt(at));
            };
        }
        return switch (type.storage()) {
            case LONG ->
                (LongCode) f -> {
                    Row value = (Row) holder.run(f);
                    int at = place(value, place, f);
                    f.isNull = at < 0;
                    return at < 0 || value == null ? 0 : value.longAt(at);
                };
            case DOUBLE ->
                (DoubleCode) f -> {
                    Row value = (Row) holder.run(f);
                    int at = place(value, place, f);
                    f.isNull = at < 0;
                    return at < 0 || value == null ? 0 : value.doubleAt(at);
                };
            case OBJECT ->
                (ObjectCode) f -> {
                    Row value = (Row) holder.run(f);
                    int at = place(value, place, f);
                    return at < 0 || value == null ? null : value.objectAt(at);
                };
        };
    }

    /** Where the value is, or {@link #NOWHERE}, also when it is null. */
    private static int place(@Nullable Row value, Place place, Frame frame) {
        if (value == null) {
            return NOWHERE;
        }
        int at = place.in(value, frame);
        return at < 0 || value.isNull(at) ? NOWHERE : at;
    }
}
