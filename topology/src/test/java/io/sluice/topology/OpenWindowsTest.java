package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Aggregate.Function;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.Window;
import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.LedgerStorage;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.ledger.UpstreamWatermarks;
import io.sluice.topology.ledger.WindowLedger;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A ledger writes, and what it writes is shown. */
class OpenWindowsTest {
    private static final long MINUTE = 60_000_000L;
    private static final Window.Tumbling TEN_MINUTES = new Window.Tumbling(10 * MINUTE, 0);
    private static final Schema READING = Schema.of(
            Column.nullable("unit", Primitive.STRING),
            Column.nullable("value", Primitive.LONG),
            Column.nullable("time", Primitive.TIMESTAMP));
    private static final List<Aggregate> SUM_AND_COUNT = List.of(
            new Aggregate(Function.SUM, 1, Optional.of(Primitive.LONG), Primitive.LONG, "total"),
            new Aggregate(Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "n"));
    private static final Relation.WindowAggregate AGGREGATE = new Relation.WindowAggregate(
            new Relation.Scan("readings", READING),
            TEN_MINUTES,
            2,
            List.of(0),
            SUM_AND_COUNT,
            Schema.of(
                    Column.nullable("unit", Primitive.STRING),
                    Column.required("window_start", Primitive.TIMESTAMP),
                    Column.required("window_end", Primitive.TIMESTAMP),
                    Column.nullable("total", Primitive.LONG),
                    Column.required("n", Primitive.LONG)));

    private final OpenWindows open = new OpenWindows(new QueryPlan(AGGREGATE));
    private final WindowLedger ledger = new WindowLedger(TEN_MINUTES, new Aggregation(SUM_AND_COUNT));

    /** The changelog: every write reaches the windows at once. */
    private final LedgerStorage changelog = new LedgerStorage() {
        @Override
        public void put(byte[] key, byte[] value) {
            open.apply(key, value);
        }

        @Override
        public void delete(byte[] key) {
            open.apply(key, null);
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            throw new AssertionError("a changelog is not read by the ledger");
        }

        @Override
        public void scan(byte[] from, byte[] to, EntryVisitor visitor) {
            throw new AssertionError("a changelog is not read by the ledger");
        }

        @Override
        public void scan(BiConsumer<byte[], byte[]> visitor) {
            throw new AssertionError("a changelog is not read by the ledger");
        }
    };

    private void reading(String unit, long minute, long value) {
        Row row = READING.newRow();
        row.setObject(0, unit);
        row.setLong(1, value);
        row.setLong(2, minute * MINUTE);
        Row key = AGGREGATE.keySchema().newRow();
        key.copy(0, row, 0);
        ledger.add(minute * MINUTE, new RowCodec(AGGREGATE.keySchema()).encodeKey(key), row);
    }

    private List<String> shown() {
        RowJson json = new RowJson(open.schema());
        return open.windows().stream()
                .map(window -> json.text(window.row())
                        + window.problem().map(problem -> " " + problem).orElse(""))
                .toList();
    }

    @Test
    void nothingIsShownBeforeTheFirstCommit() {
        reading("a", 1, 5);
        assertThat(open.windows()).isEmpty();
        assertThat(open.watermark()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void committedGroupsAreShownOldestWindowFirst() {
        reading("b", 12, 5);
        reading("b", 1, 6);
        reading("a", 1, 7);
        reading("a", 2, 8);
        ledger.flush(changelog);
        assertThat(shown())
                .containsExactly(
                        "{\"unit\":\"a\",\"window_start\":\"1970-01-01T00:00:00Z\","
                                + "\"window_end\":\"1970-01-01T00:10:00Z\",\"total\":15,\"n\":2}",
                        "{\"unit\":\"b\",\"window_start\":\"1970-01-01T00:00:00Z\","
                                + "\"window_end\":\"1970-01-01T00:10:00Z\",\"total\":6,\"n\":1}",
                        "{\"unit\":\"b\",\"window_start\":\"1970-01-01T00:10:00Z\","
                                + "\"window_end\":\"1970-01-01T00:20:00Z\",\"total\":5,\"n\":1}");
        assertThat(open.windows().get(2))
                .returns(10 * MINUTE, OpenWindow::windowStart)
                .returns(20 * MINUTE, OpenWindow::windowEnd);
    }

    @Test
    void laterStateReplacesTheEarlierOne() {
        reading("a", 1, 5);
        ledger.flush(changelog);
        reading("a", 2, 6);
        ledger.flush(changelog);
        assertThat(open.windows()).hasSize(1);
        assertThat(open.windows().get(0).row().longAt(3)).isEqualTo(11);
    }

    @Test
    void closedWindowIsGoneAndTheWatermarkKnown() {
        reading("a", 1, 5);
        reading("a", 11, 6);
        ledger.flush(changelog);
        ledger.advance(10 * MINUTE, (start, end, group, state) -> {});
        ledger.flush(changelog);
        assertThat(open.windows()).extracting(OpenWindow::windowStart).containsExactly(10 * MINUTE);
        assertThat(open.watermark()).isEqualTo(10 * MINUTE);
    }

    @Test
    void windowsBeforeTheEpochComeFirst() {
        reading("a", 1, 5);
        reading("a", -1, 6);
        ledger.flush(changelog);
        assertThat(open.windows()).extracting(OpenWindow::windowStart).containsExactly(-10 * MINUTE, 0L);
    }

    @Test
    void nullGroupIsShown() {
        Row row = READING.newRow();
        row.setLong(2, 0);
        byte[] nullKey = new RowCodec(AGGREGATE.keySchema())
                .encodeKey(AGGREGATE.keySchema().newRow());
        ledger.add(0, nullKey, row);
        ledger.flush(changelog);
        Row shown = open.windows().get(0).row();
        assertThat(shown.isNull(0)).isTrue();
        assertThat(shown.isNull(3)).as("sum without a value").isTrue();
        assertThat(shown.longAt(4)).isEqualTo(1);
    }

    @Test
    void aggregateWithoutAValueIsShownWithItsReason() {
        reading("a", 1, Long.MAX_VALUE);
        reading("a", 2, 1);
        ledger.flush(changelog);
        OpenWindow window = open.windows().get(0);
        assertThat(window.problem())
                .hasValueSatisfying(reason -> assertThat(reason).contains("total"));
        assertThat(window.row().isNull(3)).isTrue();
        assertThat(window.row().stringAt(0)).isEqualTo("a");
    }

    @Test
    void clocksInTheSameChangelogAreNoWindows() {
        SourceClock clock = new SourceClock(0, 0);
        clock.observe(5);
        clock.flush(changelog);
        UpstreamWatermarks upstream = new UpstreamWatermarks(2);
        upstream.advance(1, 5);
        upstream.flush(changelog);
        assertThat(open.windows()).isEmpty();
        assertThat(open.watermark()).isEqualTo(Long.MIN_VALUE);
    }
}
