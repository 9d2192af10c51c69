package io.sluice.topology.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.EvaluationException;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Decimal;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AggregationTest {

    @Test
    void countOfRowsCountsNullsAndCountOfAColumnDoesNot() {
        assertThat(result(Aggregate.Function.COUNT_ROWS, Primitive.INT, Primitive.LONG, 1L, null, 3L))
                .isEqualTo(3L);
        assertThat(result(Aggregate.Function.COUNT, Primitive.INT, Primitive.LONG, 1L, null, 3L))
                .isEqualTo(2L);
    }

    @Test
    void withoutValuesACountIsZeroAndAllElseIsNull() {
        assertThat(result(Aggregate.Function.COUNT, Primitive.DOUBLE, Primitive.LONG, null, null))
                .isEqualTo(0L);
        for (Aggregate.Function function : List.of(
                Aggregate.Function.SUM, Aggregate.Function.AVG, Aggregate.Function.MIN, Aggregate.Function.MAX)) {
            assertThat(result(function, Primitive.DOUBLE, Primitive.DOUBLE, null, null))
                    .as(function.name())
                    .isNull();
        }
    }

    @Test
    void sumOfLongsThatLeavesTheRangeAndComesBackIsExact() {
        assertThat(result(
                        Aggregate.Function.SUM,
                        Primitive.LONG,
                        Primitive.LONG,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        -Long.MAX_VALUE,
                        5L,
                        Long.MIN_VALUE))
                .isEqualTo(4L);
    }

    @Test
    void sumOfLongsThatDoesNotFitIsAnErrorAndNotAWrap() {
        assertThatThrownBy(() -> result(Aggregate.Function.SUM, Primitive.LONG, Primitive.LONG, Long.MAX_VALUE, 1L))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("9223372036854775808")
                .hasMessageContaining("does not fit long");
    }

    @Test
    void averageOfLongsIsADoubleAndCannotOverflow() {
        assertThat(result(Aggregate.Function.AVG, Primitive.LONG, Primitive.DOUBLE, Long.MAX_VALUE, Long.MAX_VALUE))
                .isEqualTo((double) Long.MAX_VALUE);
        assertThat(result(Aggregate.Function.AVG, Primitive.INT, Primitive.DOUBLE, 1L, null, 2L))
                .isEqualTo(1.5);
    }

    @Test
    void decimalsAreExact() {
        Decimal price = new Decimal(10, 2);
        assertThat(result(
                        Aggregate.Function.SUM,
                        price,
                        new Decimal(20, 2),
                        new BigDecimal("0.10"),
                        new BigDecimal("0.20"),
                        null))
                .isEqualTo(new BigDecimal("0.30"));
        assertThat(result(
                        Aggregate.Function.AVG,
                        price,
                        new Decimal(14, 6),
                        new BigDecimal("1.00"),
                        new BigDecimal("1.00"),
                        new BigDecimal("0.00")))
                .isEqualTo(new BigDecimal("0.666667"));
    }

    @Test
    void sumOfDecimalsBeyondThirtyEightDigitsIsAnError() {
        Decimal wide = new Decimal(38, 0);
        BigDecimal nines = new BigDecimal("9".repeat(38));
        assertThatThrownBy(() -> result(Aggregate.Function.SUM, wide, wide, nines, nines))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("38 digits");
    }

    @Test
    void extremesFollowSparksOrder() {
        assertThat(result(Aggregate.Function.MAX, Primitive.DOUBLE, Primitive.DOUBLE, 1.0, Double.NaN, 2.0))
                .isEqualTo(Double.NaN);
        assertThat(result(Aggregate.Function.MIN, Primitive.DOUBLE, Primitive.DOUBLE, Double.NaN, 2.0))
                .isEqualTo(2.0);
        // U+FF61 sorts below U+1F600 by UTF-8, above its surrogates by UTF-16
        assertThat(result(Aggregate.Function.MAX, Primitive.STRING, Primitive.STRING, "\uFF61", "\uD83D\uDE00"))
                .isEqualTo("\uD83D\uDE00");
        assertThat(result(Aggregate.Function.MIN, Primitive.STRING, Primitive.STRING, "b", "", "a"))
                .isEqualTo("");
        assertThat(result(Aggregate.Function.MAX, Primitive.BINARY, Primitive.BINARY, new byte[] {1}, new byte[] {
                    (byte) 0x80
                }))
                .isEqualTo(new byte[] {(byte) 0x80});
    }

    /** Computes the aggregate in one go, and again split in two states that are stored, restored and merged at every point. */
    private static @Nullable Object result(
            Aggregate.Function function, DataType argument, DataType type, @Nullable Object... values) {
        boolean rowsOnly = function == Aggregate.Function.COUNT_ROWS;
        Aggregation aggregation = new Aggregation(List.of(new Aggregate(
                function, rowsOnly ? -1 : 0, rowsOnly ? Optional.empty() : Optional.of(argument), type, "x")));
        Object whole = finish(aggregation, state(aggregation, argument, Arrays.asList(values)), type);
        List<@Nullable Object> list = new ArrayList<>(Arrays.asList(values));
        for (int split = 0; split <= values.length; split++) {
            Row first = stored(aggregation, state(aggregation, argument, list.subList(0, split)));
            Row second = stored(aggregation, state(aggregation, argument, list.subList(split, values.length)));
            aggregation.merge(first, second);
            assertThat(finish(aggregation, first, type)).as("split at " + split).isEqualTo(whole);
        }
        return whole;
    }

    private static Row state(Aggregation aggregation, DataType type, List<? extends @Nullable Object> values) {
        Row state = aggregation.newState();
        for (Object value : values) {
            Row input = new Row(1);
            if (value != null) {
                switch (type.storage()) {
                    case LONG -> input.setLong(0, (Long) value);
                    case DOUBLE -> input.setDouble(0, (Double) value);
                    case OBJECT -> input.setObject(0, value);
                }
            }
            aggregation.add(state, input);
        }
        return state;
    }

    private static Row stored(Aggregation aggregation, Row state) {
        RowCodec codec = new RowCodec(aggregation.stateSchema());
        Row restored = aggregation.stateSchema().newRow();
        codec.decode(codec.encode(state), restored);
        return restored;
    }

    private static @Nullable Object finish(Aggregation aggregation, Row state, DataType type) {
        Row output = new Row(1);
        aggregation.finish(state, output, 0);
        return output.boxed(0, type);
    }
}
