package io.sluice.query.sql;

import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.fun.SqlItemOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * {@code Values[0]}, {@code Tags['site']} and {@code Device['id']}. Which field of a struct is meant must stand in the query, since the
 * type of the result depends on it; Calcite's own does not ask and fails.
 */
final class FieldOrElement extends SqlItemOperator {
    FieldOrElement() {
        super("ITEM", OperandTypes.ARRAY_OR_MAP, 1, true);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding call, boolean throwOnFailure) {
        boolean named = call.getOperandType(0).getSqlTypeName() != SqlTypeName.ROW
                || (call.operand(1) instanceof SqlLiteral field && field.getValue() != null);
        if (!named && throwOnFailure) {
            throw call.newValidationSignatureError();
        }
        return named && super.checkOperandTypes(call, throwOnFailure);
    }
}
