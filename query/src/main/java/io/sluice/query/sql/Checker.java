package io.sluice.query.sql;

import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/** Calcite's name and type check of one query, and its conversion to a tree of relations. For one query text, once. */
final class Checker {
    private static final SqlToRelConverter.Config CONVERTER = SqlToRelConverter.config()
            .withTrimUnusedFields(false)
            .withExpand(false)
            // a longer IN list would become a join with a table of its values
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            .withRelBuilderConfigTransform(config -> config.withSimplify(false)
                    // merging projections is ours, which computes no expression twice
                    .withBloat(-1)
                    .withPruneInputOfAggregate(false)
                    .withSimplifyValues(false));

    private final JavaTypeFactory typeFactory = Dialect.typeFactory();
    private final RexBuilder rexBuilder = new RexBuilder(typeFactory);
    private final CalciteCatalogReader reader;
    private final SqlValidator validator;

    Checker(Catalog catalog) {
        reader = catalog.reader(typeFactory);
        validator = SqlValidatorUtil.newValidator(Operators.TABLE, reader, typeFactory, Dialect.VALIDATOR);
    }

    RexBuilder rexBuilder() {
        return rexBuilder;
    }

    /** @throws org.apache.calcite.runtime.CalciteContextException at the first problem */
    SqlNode validate(SqlNode query) {
        return validator.validate(query);
    }

    /** Reports where {@link #validate} made a number of a string. */
    void findImplicitCasts(SqlNode validated, Problems doubts) {
        validated.accept(new ImplicitCasts(validator, doubts));
    }

    /** Reports where {@link #validate} let a struct, an array or a map stand that has no use there. */
    void findNestedUses(SqlNode validated, Problems problems) {
        validated.accept(new NestedUses(validator, problems));
    }

    /** The tree of a query that {@link #validate} gave back. */
    RelNode convert(SqlNode validated) {
        HepPlanner planner = new HepPlanner(HepProgram.builder().build());
        RelOptCluster cluster = RelOptCluster.create(planner, rexBuilder);
        // the default generates and compiles Java source for metadata, a quarter of a second at every start
        cluster.setMetadataQuerySupplier(() ->
                new RelMetadataQuery(new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE)) {});
        SqlToRelConverter converter = new SqlToRelConverter(
                (rowType, queryString, schemaPath, viewPath) -> {
                    throw new AssertionError("there are no views");
                },
                validator,
                reader,
                cluster,
                StandardConvertletTable.INSTANCE,
                CONVERTER);
        return converter.convertQuery(validated, false, true).rel;
    }
}
