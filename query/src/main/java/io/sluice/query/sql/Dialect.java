package io.sluice.query.sql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.sql.validate.SqlValidator;

/** How Calcite is set up to read SQL as Spark does. */
final class Dialect {
    static final SqlParser.Config PARSER = SqlParser.config()
            .withQuoting(Quoting.BACK_TICK)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withQuotedCasing(Casing.UNCHANGED)
            .withCaseSensitive(false)
            .withConformance(SqlConformanceEnum.BABEL)
            .withIdentifierMaxLength(256)
            .withParserFactory(SqlBabelParserImpl.FACTORY);

    static final SqlValidator.Config VALIDATOR = SqlValidator.Config.DEFAULT
            .withConformance(new Conformance())
            .withTypeCoercionRules(SqlTypeCoercionRule.lenientInstance())
            .withIdentifierExpansion(true);

    private Dialect() {}

    static JavaTypeFactory typeFactory() {
        return new JavaTypeFactoryImpl(new SparkTypeSystem()) {
            @Override
            public Charset getDefaultCharset() {
                return StandardCharsets.UTF_8;
            }
        };
    }

    /** The strict rules, with what Spark allows besides. BABEL would let columns through that are not grouped. */
    private static final class Conformance extends SqlDelegatingConformance {
        Conformance() {
            super(SqlConformanceEnum.DEFAULT);
        }

        @Override
        public boolean isGroupByOrdinal() {
            return true;
        }

        @Override
        public boolean isHavingAlias() {
            return true;
        }

        @Override
        public boolean isBangEqualAllowed() {
            return true;
        }

        @Override
        public boolean isPercentRemainderAllowed() {
            return true;
        }

        @Override
        public boolean allowPluralTimeUnits() {
            return true;
        }
    }
}
