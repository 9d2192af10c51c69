package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Aggregate.Function;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.plan.Window;
import io.sluice.serdes.decode.JsonRowDecoder;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.SilenceSettings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** When rows must change their partition before they are grouped. */
class NeedsShuffleTest {
    private static final Schema READING = Schema.of(
            Column.nullable("site", Primitive.STRING),
            Column.nullable("unit", Primitive.STRING),
            Column.nullable("value", Primitive.DOUBLE),
            Column.nullable("time", Primitive.TIMESTAMP));
    private static final Relation SCAN = new Relation.Scan("readings", READING);

    /** @param declared columns of the source that decide the record key */
    private static QueryTopology topology(List<String> declared, Relation input, int eventTime, Integer... groupKeys) {
        SourceDescription source = new SourceDescription(
                "readings",
                2,
                READING,
                3,
                Optional.empty(),
                0,
                0,
                declared,
                SilenceSettings.OFF,
                BadRecords.DEAD_LETTER,
                LateRecords.DROP,
                () -> new JsonRowDecoder(READING, new BitSet()));
        QueryPlan plan = new QueryPlan(count(input, eventTime, List.of(groupKeys)));
        return new QueryTopology(new TopicNames("q"), source, plan, new TopologyProgress());
    }

    private static boolean needsShuffle(List<String> declared, Relation input, int eventTime, Integer... groupKeys) {
        return topology(declared, input, eventTime, groupKeys).needsShuffle();
    }

    @Test
    void notWhenTheDeclaredKeyIsTheGroupKey() {
        assertThat(needsShuffle(List.of("unit"), SCAN, 3, 1)).isFalse();
    }

    @Test
    void notWhenTheDeclaredKeyIsOneOfSeveralGroupKeys() {
        assertThat(needsShuffle(List.of("unit"), SCAN, 3, 0, 1)).isFalse();
    }

    @Test
    void notWhenAllDeclaredKeyColumnsAreGroupKeysInAnyOrder() {
        assertThat(needsShuffle(List.of("site", "unit"), SCAN, 3, 1, 0)).isFalse();
    }

    @Test
    void whenOneOfTheDeclaredKeyColumnsIsNoGroupKey() {
        assertThat(needsShuffle(List.of("site", "unit"), SCAN, 3, 1)).isTrue();
    }

    @Test
    void whenNoKeyIsDeclared() {
        assertThat(needsShuffle(List.of(), SCAN, 3, 1)).isTrue();
    }

    @Test
    void whenTheQueryHasNoGroupKeys() {
        assertThat(needsShuffle(List.of("unit"), SCAN, 3)).isTrue();
        assertThat(needsShuffle(List.of(), SCAN, 3)).isTrue();
    }

    @Test
    void whenTheGroupKeyIsAnotherColumn() {
        assertThat(needsShuffle(List.of("unit"), SCAN, 3, 0)).isTrue();
    }

    @Test
    void notWhenAProjectionRenamesTheKey() {
        Relation renamed = new Relation.Project(
                SCAN,
                List.of(column(3), column(1)),
                Schema.of(Column.nullable("t", Primitive.TIMESTAMP), Column.nullable("freezer", Primitive.STRING)));
        assertThat(needsShuffle(List.of("unit"), renamed, 0, 1)).isFalse();
    }

    @Test
    void whenAProjectionGivesTheKeysNameToAnotherColumn() {
        Relation swapped = new Relation.Project(
                SCAN,
                List.of(column(3), column(0)),
                Schema.of(Column.nullable("t", Primitive.TIMESTAMP), Column.nullable("unit", Primitive.STRING)));
        assertThat(needsShuffle(List.of("unit"), swapped, 0, 1)).isTrue();
    }

    @Test
    void whenTheGroupKeyIsComputedFromTheKey() {
        Relation computed = new Relation.Project(
                SCAN,
                List.of(column(3), computed(Primitive.STRING, 1)),
                Schema.of(Column.nullable("t", Primitive.TIMESTAMP), Column.nullable("unit", Primitive.STRING)));
        assertThat(needsShuffle(List.of("unit"), computed, 0, 1)).isTrue();
    }

    @Test
    void notWhenRowsAreFilteredInBetween() {
        Relation filtered = new Relation.Filter(SCAN, computed(Primitive.BOOLEAN, 2));
        assertThat(needsShuffle(List.of("unit"), filtered, 3, 1)).isFalse();
    }

    @Test
    void topologyHasAShuffleTopicExactlyWhenItNeedsOne() {
        String shuffle = "shuffle-repartition";
        assertThat(topology(List.of(), SCAN, 3, 1)
                        .build(QueryTopology.DEFAULT_MAX_BATCH_BYTES)
                        .describe()
                        .toString())
                .contains(shuffle);
        assertThat(topology(List.of("unit"), SCAN, 3, 1)
                        .build(QueryTopology.DEFAULT_MAX_BATCH_BYTES)
                        .describe()
                        .toString())
                .doesNotContain(shuffle);
    }

    private static Relation count(Relation input, int eventTime, List<Integer> keys) {
        List<Column> columns = new ArrayList<>();
        keys.forEach(key -> columns.add(input.schema().column(key)));
        columns.add(Column.required("window_start", Primitive.TIMESTAMP));
        columns.add(Column.required("window_end", Primitive.TIMESTAMP));
        columns.add(Column.required("n", Primitive.LONG));
        Aggregate count = new Aggregate(Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "n");
        return new Relation.WindowAggregate(
                input, new Window.Tumbling(600, 0), eventTime, keys, List.of(count), new Schema(columns));
    }

    private static RowExpression column(int ordinal) {
        return new RowExpression(
                READING.column(ordinal).name(),
                READING.column(ordinal).type(),
                true,
                OptionalInt.of(ordinal),
                List.of(ordinal),
                (row, output, target) -> output.copy(target, row, ordinal));
    }

    private static RowExpression computed(DataType type, int argument) {
        return new RowExpression(
                "f(" + argument + ")",
                type,
                true,
                OptionalInt.empty(),
                List.of(argument),
                (row, output, target) -> output.setNull(target));
    }
}
