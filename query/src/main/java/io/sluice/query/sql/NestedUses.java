package io.sluice.query.sql;

import io.sluice.query.sql.compile.SqlTypes;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;

/** Finds where a struct, an array or a map as a whole makes no sense: as a group key, and in aggregates but COUNT; and fields by number. */
final class NestedUses extends SqlBasicVisitor<Void> {
    private static final Set<SqlKind> AGGREGATES = Set.of(SqlKind.MIN, SqlKind.MAX, SqlKind.SUM, SqlKind.AVG);

    private final SqlValidator validator;
    private final Problems problems;

    NestedUses(SqlValidator validator, Problems problems) {
        this.validator = validator;
        this.problems = problems;
    }

    @Override
    public Void visit(SqlCall call) {
        if (call instanceof SqlSelect select && select.getGroup() != null) {
            select.getGroup().forEach(this::groupKey);
        }
        if (call.getKind() == SqlKind.ITEM && isField(call)) {
            problems.add(
                    call,
                    problems.quote(call) + ": a field of a struct has no number",
                    "write its name, as in Device.id; the elements of an array have numbers, the first is [0]");
        }
        if (AGGREGATES.contains(call.getKind()) && call.operandCount() == 1 && isNested(call.operand(0))) {
            problems.add(
                    call,
                    problems.quote(call.operand(0)) + " is " + name(call.operand(0)) + ", of which there is no "
                            + call.getOperator().getName(),
                    SqlTypes.INSTEAD_OF_NESTED + "; COUNT counts those that are not null");
        }
        return super.visit(call);
    }

    private void groupKey(SqlNode key) {
        if (isNested(key)) {
            problems.add(
                    key,
                    problems.quote(key) + " is " + name(key) + ", which is no group key",
                    SqlTypes.INSTEAD_OF_NESTED);
        }
    }

    /** Calcite counts the fields of a struct from 1. */
    private boolean isField(SqlCall item) {
        return validator.getValidatedNodeType(item.operand(0)).isStruct()
                && SqlTypeUtil.isIntType(validator.getValidatedNodeType(item.operand(1)));
    }

    private boolean isNested(SqlNode node) {
        RelDataType type = validator.getValidatedNodeTypeIfKnown(node);
        return type != null && SqlTypes.isNested(type);
    }

    private String name(SqlNode node) {
        return switch (validator.getValidatedNodeType(node).getSqlTypeName()) {
            case ROW -> "a struct";
            case ARRAY -> "an array";
            default -> "a map";
        };
    }

    @Override
    public Void visit(SqlIntervalQualifier unit) {
        return null;
    }
}
