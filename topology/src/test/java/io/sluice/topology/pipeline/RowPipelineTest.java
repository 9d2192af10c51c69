package io.sluice.topology.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression.Evaluator;
import io.sluice.serdes.schema.Row;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RowPipelineTest {
    private static final Evaluator POSITIVE = (row, output, target) -> {
        if (row.isNull(0)) {
            output.setNull(target);
        } else {
            output.setBoolean(target, row.longAt(0) > 0);
        }
    };
    private static final Evaluator SAME = (row, output, target) -> output.copy(target, row, 0);

    private static Evaluator plus(long summand) {
        return (row, output, target) -> output.setLong(target, row.longAt(0) + summand);
    }

    private static Row number(long number) {
        Row row = Relations.NUMBERS.newRow();
        row.setLong(0, number);
        return row;
    }

    private static Row applied(RowPipeline pipeline, Row input) {
        return Objects.requireNonNull(pipeline.apply(input), "the row was dropped");
    }

    @Test
    void emptyPipelineGivesTheRowItself() {
        Row row = number(5);
        assertThat(new RowPipeline(List.of()).apply(row)).isSameAs(row);
    }

    @Test
    void conditionThatIsTrueKeepsTheRowItself() {
        Row row = number(5);
        assertThat(new RowPipeline(List.of(Relations.filter(Relations.SCAN, POSITIVE))).apply(row))
                .isSameAs(row);
    }

    @Test
    void conditionThatIsFalseOrUnknownDropsTheRow() {
        RowPipeline pipeline = new RowPipeline(List.of(Relations.filter(Relations.SCAN, POSITIVE)));
        assertThat(pipeline.apply(number(-5))).isNull();
        assertThat(pipeline.apply(Relations.NUMBERS.newRow())).isNull();
        assertThat(pipeline.apply(number(5))).as("after a row that was dropped").isNotNull();
    }

    @Test
    void projectionComputesEveryColumnAndLeavesItsInputUnchanged() {
        RowPipeline pipeline = new RowPipeline(List.of(Relations.project(Relations.SCAN, plus(10), SAME, plus(20))));
        Row input = number(1);
        Row output = applied(pipeline, input);
        assertThat(List.of(output.longAt(0), output.longAt(1), output.longAt(2)))
                .containsExactly(11L, 1L, 21L);
        assertThat(input.longAt(0)).isEqualTo(1);
        assertThat(input.isNull(1)).isTrue();
    }

    @Test
    void stepsAreTakenInOrder() {
        Relation.Project less = Relations.project(Relations.SCAN, plus(-10));
        RowPipeline pipeline =
                new RowPipeline(List.of(less, Relations.filter(less, POSITIVE), Relations.project(less, plus(100))));
        assertThat(pipeline.apply(number(10))).as("0 after the first step").isNull();
        assertThat(applied(pipeline, number(11)).longAt(0)).isEqualTo(101);
    }

    @Test
    void stepBehindAConditionIsNotTakenForADroppedRow() {
        Relation.Filter filter = Relations.filter(Relations.SCAN, POSITIVE);
        RowPipeline pipeline = new RowPipeline(List.of(filter, Relations.project(filter, (row, output, target) -> {
            throw new AssertionError("evaluated for a row that was dropped");
        })));
        assertThat(pipeline.apply(number(-1))).isNull();
    }

    @Test
    void rowsAreReusedAndHoldNothingOfTheRowBefore() {
        RowPipeline pipeline = new RowPipeline(List.of(Relations.project(Relations.SCAN, SAME)));
        Row first = applied(pipeline, number(7));
        Row second = applied(pipeline, Relations.NUMBERS.newRow());
        assertThat(second).isSameAs(first);
        assertThat(second.isNull(0)).isTrue();
    }

    @Test
    void expressionWithoutAValueIsTheCallersToHandle() {
        RowPipeline pipeline = new RowPipeline(List.of(Relations.project(Relations.SCAN, (row, output, target) -> {
            if (row.longAt(0) == 0) {
                throw new EvaluationException("1 / number: division by zero");
            }
            output.setLong(target, 1 / row.longAt(0));
        })));
        assertThatThrownBy(() -> pipeline.apply(number(0)))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("1 / number: division by zero");
        assertThat(applied(pipeline, number(1)).longAt(0))
                .as("the row after the bad one")
                .isEqualTo(1);
    }

    @Test
    void otherRelationsAreRefused() {
        assertThatThrownBy(() -> new RowPipeline(List.of(Relations.SCAN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("neither filter nor projection: Scan");
        assertThatThrownBy(() -> new RowPipeline(List.of(Relations.count(Relations.SCAN))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("neither filter nor projection: WindowAggregate");
    }
}
