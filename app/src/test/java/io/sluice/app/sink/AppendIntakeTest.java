package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.delta.commit.CommitOutcome;
import io.sluice.delta.commit.Span;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.sql.SourceTable;
import io.sluice.query.sql.SqlException;
import io.sluice.query.sql.SqlPlanner;
import io.sluice.serdes.decode.Envelope;
import io.sluice.serdes.decode.FieldPath;
import io.sluice.serdes.decode.JsonLimits;
import io.sluice.serdes.decode.PayloadFormat;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.BadRecords;
import io.sluice.topology.LateRecords;
import io.sluice.topology.RowFunction;
import io.sluice.topology.SourceDescription;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.SilenceSettings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that are the name of a unit; the unit {@code no} is dropped by the query, and what is no JSON is a bad message. */
class AppendIntakeTest {
    private static final Schema SCHEMA = Schema.of(Column.nullable("unit", DataType.Primitive.STRING));

    private final FakeAppendTable table = new FakeAppendTable();
    private final TopologyProgress progress = new TopologyProgress();
    private final Map<Integer, PartitionCounts> counts = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private boolean outletIsTakenOver;
    private long nowMs = 1_000_000;
    private AppendIntake intake;

    static RowFunction function() throws SqlException {
        return function(RecordFormat.json(SCHEMA));
    }

    private static RowFunction function(RecordFormat format) throws SqlException {
        QueryPlan plan = SqlPlanner.plan(
                "SELECT unit FROM t WHERE unit <> 'no'", List.of(new SourceTable("t", SCHEMA, Optional.empty())));
        BitSet all = new BitSet();
        all.set(0);
        return new RowFunction(
                new SourceDescription(
                        "t",
                        1,
                        SCHEMA,
                        SourceDescription.NO_EVENT_TIME,
                        Optional.empty(),
                        0,
                        0,
                        List.of(),
                        SilenceSettings.OFF,
                        BadRecords.DEAD_LETTER,
                        LateRecords.DROP,
                        () -> format.decoder(all)),
                plan);
    }

    @BeforeEach
    void open() throws SqlException {
        open(function());
    }

    private void open(RowFunction function) {
        intake = another(function);
    }

    private AppendIntake another(RowFunction function) {
        DeadLetterOutlet outlet = (partition, upTo, letters) -> {
            events.add(letters.size() + " letters of " + partition + " below " + upTo);
            return !outletIsTakenOver;
        };
        table.beforeAppending = () -> events.add("append");
        return new AppendIntake(
                new TransactionIds("q", "t"),
                function,
                table,
                new AppendIntake.DeadLetters("dead", 1 << 20, outlet),
                progress,
                counts,
                () -> Instant.ofEpochMilli(nowMs));
    }

    static ConsumerRecord<byte[], byte[]> message(int partition, long offset, String unit) {
        String text = unit.equals("bad") ? "{" : "{\"unit\": \"" + unit + "\"}";
        return new ConsumerRecord<>("t", partition, offset, new byte[0], text.getBytes(StandardCharsets.UTF_8));
    }

    private SourceProgress counted() {
        intake.readUpTo(0, intake.position(0));
        return progress.sources().get(0);
    }

    @Test
    void batchHoldsWhatLiesBetweenTheTablesPositionAndTheOneReadUpTo() {
        intake.start(0, 40);
        intake.start(1, 7);
        intake.take(message(0, 39, "before"));
        intake.take(message(0, 41, "a"));
        intake.take(message(0, 43, "no"));
        intake.take(message(0, 44, "b"));
        intake.take(message(0, 44, "again"));
        intake.readUpTo(0, 46);
        Intake.Batch batch = intake.take();
        assertThat(batch.spans()).containsExactly(new Span("q:t:0", 40, 46));
        assertThat(batch.ends()).isEqualTo(Map.of(0, 46L));
        table.positions.put("q:t:0", 40L);
        assertThat(batch.commit()).isEqualTo(new CommitOutcome.Committed(2, 2));
        assertThat(table.rows).containsExactly("a", "b");
        intake.take(message(0, 46, "c"));
        assertThat(intake.take().spans()).containsExactly(new Span("q:t:0", 46, 47));
    }

    @Test
    void positionsThatMovedWithoutARowGoAlongOrAreNotedOnceInAWhileAndAtTheEnd() {
        intake.start(0, 0);
        intake.start(1, 0);
        intake.take(message(0, 0, "no"));
        assertThat(intake.wantsCommit(false)).isFalse();
        assertThat(intake.wantsCommit(true)).isTrue();
        nowMs += AppendIntake.LONGEST_WITHOUT_A_NOTE.toMillis();
        assertThat(intake.wantsCommit(false)).isTrue();
        intake.take(message(1, 0, "a"));
        assertThat(intake.take().ends()).isEqualTo(Map.of(0, 1L, 1, 1L));
        assertThat(intake.wantsCommit(true)).isFalse();
        assertThat(intake.bytes()).isZero();
    }

    /** Or a query that has nothing to do would fill the table's history with versions of nothing. */
    @Test
    void withoutInputNothingIsEverNoted() {
        intake.start(0, 5);
        for (int hour = 0; hour < 24; hour++) {
            nowMs += 3_600_000;
            intake.readUpTo(0, 5);
            assertThat(intake.wantsCommit(false)).isFalse();
            assertThat(intake.wantsCommit(true)).isFalse();
        }
    }

    @Test
    void whatIsNotInTheTableIsNotSettledAlsoWhenItGaveNoRow() {
        intake.start(0, 3);
        intake.take(message(0, 3, "no"));
        assertThat(intake.settled()).isEqualTo(Map.of(0, 3L));
    }

    @Test
    void deadLettersAreSentBeforeTheTableMovesOn() {
        intake.start(0, 0);
        intake.take(message(0, 0, "bad"));
        intake.take(message(0, 1, "a"));
        intake.take(message(0, 2, "bad"));
        intake.take().commit();
        assertThat(events).containsExactly("2 letters of 0 below 3", "append");
        assertThat(table.rows).containsExactly("a");
    }

    @Test
    void badMessageAloneIsWorthACommit() {
        intake.start(0, 0);
        intake.take(message(0, 0, "bad"));
        assertThat(intake.wantsCommit(false)).isTrue();
    }

    @Test
    void ownerThatWasTakenOverWhileItSentLettersAppendsNothing() {
        outletIsTakenOver = true;
        intake.start(0, 0);
        intake.take(message(0, 0, "bad"));
        intake.take(message(0, 1, "a"));
        assertThat(intake.take().commit()).isInstanceOf(CommitOutcome.Fenced.class);
        assertThat(events).doesNotContain("append");
    }

    @Test
    void countsGoBackToWhatIsInTheTableWhenAPartitionIsStartedAgain() {
        intake.start(0, 0);
        intake.take(message(0, 0, "a"));
        intake.take(message(0, 1, "no"));
        Intake.Batch batch = intake.take();
        intake.take(message(0, 2, "b"));
        intake.take(message(0, 3, "bad"));
        assertThat(counted())
                .returns(3L, SourceProgress::rows)
                .returns(1L, SourceProgress::filteredRows)
                .returns(1L, SourceProgress::deadLetters);
        batch.committed();
        intake.start(0, 2);
        assertThat(counted()).returns(2L, SourceProgress::rows).returns(0L, SourceProgress::deadLetters);
        assertThat(progress.rowsHere()).isEqualTo(2);
        assertThat(intake.rows()).isZero();
        assertThat(intake.bytes()).isZero();
    }

    @Test
    void countsOfAPartitionGoOnWhereAnotherThreadOfTheProcessTakesItOver() throws SqlException {
        intake.start(0, 0);
        intake.take(message(0, 0, "a"));
        intake.take(message(0, 1, "no"));
        Intake.Batch batch = intake.take();
        intake.take(message(0, 2, "b"));
        assertThat(counted()).returns(3L, SourceProgress::rows);
        batch.committed();
        intake.drop(0);
        intake = another(function());
        intake.start(0, 2);
        intake.take(message(0, 2, "b"));
        intake.take(message(0, 3, "c"));
        assertThat(counted()).returns(4L, SourceProgress::rows).returns(1L, SourceProgress::filteredRows);
        assertThat(progress.rowsHere()).isEqualTo(4);
    }

    @Test
    void readingStopsAtTheEndsAndGoesOnWhenTheyAreLater() {
        intake.readTo(Map.of(0, 2L));
        intake.start(0, 0);
        assertThat(intake.isAtEnd()).isFalse();
        intake.take(message(0, 0, "a"));
        intake.take(message(0, 2, "behind the end"));
        intake.readUpTo(0, 9);
        assertThat(intake.position(0)).isEqualTo(2);
        assertThat(intake.isAtEnd()).isTrue();
        intake.readTo(Map.of(0, 3L));
        assertThat(intake.isAtEnd()).isFalse();
        intake.take(message(0, 2, "b"));
        intake.take().commit();
        assertThat(table.rows).containsExactly("a", "b");
    }

    @Test
    void messageWithoutRowsCountsAsOneThatIsDropped() throws SqlException {
        RecordFormat plain = RecordFormat.json(SCHEMA);
        PayloadFormat.Json lists = new PayloadFormat.Json(
                new Envelope.None(),
                Optional.of(FieldPath.parse("[*]")),
                false,
                PayloadFormat.Framing.NONE,
                JsonLimits.DEFAULT);
        open(function(new RecordFormat(SCHEMA, plain.columns(), plain.rules(), lists)));
        intake.start(0, 0);
        for (String text : List.of("[]", "[{\"unit\":\"a\"},{\"unit\":\"no\"}]", "[]")) {
            intake.take(new ConsumerRecord<>(
                    "t", 0, intake.position(0), new byte[0], text.getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(counted())
                .returns(4L, SourceProgress::rows)
                .returns(3L, SourceProgress::filteredRows)
                .returns(0L, SourceProgress::deadLetters);
    }
}
