package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.decode.BadRecordException;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.decode.RowDecoder;
import io.sluice.serdes.encode.RowJson;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the freezer query must count of the messages of one partition, in their order, said as simply as can be. */
final class ExpectedCounts {
    private static final int UNIT = 0;
    private static final int DEGREES = 1;
    private static final int TIME = 2;
    private static final long WINDOW = 10 * 60 * 1_000_000L;
    private static final Schema GROUP = Schema.of(
            Column.nullable("UnitId", Primitive.STRING), Column.required("window_start", Primitive.TIMESTAMP));

    /** @param rows messages without one included, as in {@code filtered} */
    record Counts(long rows, long filtered, long late, long deadLetters, long nulled) {}

    private final RowDecoder decoder;
    private final Rows rows = new Rows(FreezerTopology.READING.width());
    private final long delayMicros;
    private final boolean toNull;
    private final RowJson json = new RowJson(GROUP);
    private final Map<String, Long> windows = new TreeMap<>();
    private long newest = Long.MIN_VALUE;
    private long taken;
    private long filtered;
    private long late;
    private long deadLetters;
    private long nulled;
    private long withoutRows;

    ExpectedCounts(RecordFormat format, Duration delay, BadRecords badRecords) {
        this.decoder = format.decoder(FreezerTopology.allColumns());
        this.delayMicros = delay.toMillis() * 1_000;
        this.toNull = badRecords == BadRecords.TO_NULL;
    }

    static Counts of(SourceProgress told) {
        return new Counts(told.rows(), told.filteredRows(), told.lateRows(), told.deadLetters(), told.nulledRecords());
    }

    Counts counts() {
        return new Counts(taken, filtered, late, deadLetters, nulled);
    }

    long deadLetters() {
        return deadLetters;
    }

    /** Beginning of a row's JSON, up to the window's start -> readings. */
    Map<String, Long> windows() {
        return windows;
    }

    void message(byte @Nullable [] value, Instant sent) {
        boolean bad = false;
        try {
            decoder.decode(Message.ofValue(value), rows);
        } catch (BadRecordException wrong) {
            bad = true;
            if (!toNull || wrong.column().isEmpty()) {
                deadLetters++;
                return;
            }
        }
        long latest = sent.plus(Duration.ofHours(1)).toEpochMilli() * 1_000;
        if (IntStream.range(0, rows.size())
                .mapToObj(rows::row)
                .anyMatch(row -> row.isNull(TIME) || row.longAt(TIME) > latest)) {
            deadLetters++;
            return;
        }
        nulled += bad ? 1 : 0;
        if (rows.size() == 0) {
            withoutRows++;
            taken++;
            filtered++;
        }
        for (int i = 0; i < rows.size(); i++) {
            reading(rows.row(i));
        }
    }

    private void reading(Row row) {
        taken++;
        newest = Math.max(newest, row.longAt(TIME));
        long start = Math.floorDiv(row.longAt(TIME), WINDOW) * WINDOW;
        if (row.isNull(DEGREES) || row.doubleAt(DEGREES) >= -5) {
            filtered++;
        } else if (start + WINDOW <= newest - delayMicros) {
            late++;
        } else {
            Row group = GROUP.newRow();
            group.copy(0, row, UNIT);
            group.setLong(1, start);
            String text = json.text(group);
            windows.merge(text.substring(0, text.length() - 1), 1L, Long::sum);
        }
    }

    /** That it was worth it. */
    void assertThatAllHappened(String story, int messages) {
        assertThat(Map.of(
                        "in windows",
                        taken - filtered - late,
                        "late",
                        late,
                        "filtered",
                        filtered - withoutRows,
                        "without a row",
                        withoutRows,
                        "dead letters",
                        deadLetters,
                        "nulled",
                        toNull ? nulled : messages))
                .as(story)
                .allSatisfy((what, count) -> assertThat(count).as(what).isGreaterThan(messages / 100));
    }
}
