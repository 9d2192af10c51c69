package io.sluice.query.sql;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;

/**
 * Finds where the check made a number of a string that is no constant. SQL allows it, and each record whose text is no number
 * becomes a dead letter: mostly another column was meant.
 */
final class ImplicitCasts extends SqlBasicVisitor<Void> {
    private final SqlValidator validator;
    private final Problems found;

    ImplicitCasts(SqlValidator validator, Problems found) {
        this.validator = validator;
        this.found = found;
    }

    @Override
    public Void visit(SqlCall call) {
        if (call.getKind() == SqlKind.CAST
                && call.getParserPosition().equals(call.operand(0).getParserPosition())) {
            check(call.operand(0), call);
        }
        return super.visit(call);
    }

    @Override
    public Void visit(SqlIntervalQualifier unit) {
        return null;
    }

    private void check(SqlNode operand, SqlCall cast) {
        Optional<RelDataType> from = Optional.ofNullable(validator.getValidatedNodeTypeIfKnown(operand));
        Optional<RelDataType> to = Optional.ofNullable(validator.getValidatedNodeTypeIfKnown(cast));
        boolean text = from.filter(type -> SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName()))
                .isPresent();
        boolean number = to.filter(type -> SqlTypeName.NUMERIC_TYPES.contains(type.getSqlTypeName()))
                .isPresent();
        if (text && number && !(operand instanceof SqlLiteral)) {
            String written = found.quote(operand);
            found.add(
                    operand,
                    written
                            + " is a string and is taken for a number here: every record whose text is none becomes a dead letter",
                    "choose another column; or write TRY_CAST(" + written
                            + " AS DOUBLE), which makes such a text null; or CAST(" + written
                            + " AS DOUBLE) to keep it as it is");
        }
    }
}
