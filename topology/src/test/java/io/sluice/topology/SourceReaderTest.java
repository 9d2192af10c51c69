package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.Relation;
import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.decode.Envelope;
import io.sluice.serdes.decode.FieldPath;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.decode.PayloadFormat;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.pipeline.RowPipeline;
import io.sluice.topology.watermark.SilenceSettings;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages of several rows, with the pipeline's one row for all of them. */
class SourceReaderTest {
    private static final long HOUR = 3_600_000_000L;
    private static final Schema SCHEMA =
            Schema.of(Column.nullable("n", Primitive.LONG), Column.nullable("at", Primitive.TIMESTAMP));

    private final SourceReader reader = new SourceReader(source(), projection());

    private static SourceDescription source() {
        PayloadFormat.Json several = new PayloadFormat.Json(
                new Envelope.None(),
                Optional.of(FieldPath.parse("r[*]")),
                false,
                PayloadFormat.Framing.NONE,
                PayloadFormat.Json.PLAIN.limits());
        RecordFormat plain = RecordFormat.json(SCHEMA);
        RecordFormat format = new RecordFormat(SCHEMA, plain.columns(), plain.rules(), several);
        BitSet all = new BitSet();
        all.set(0, 2);
        return new SourceDescription(
                "t",
                1,
                SCHEMA,
                1,
                Optional.empty(),
                0,
                HOUR,
                List.of(),
                new SilenceSettings(OptionalLong.empty(), OptionalLong.empty()),
                BadRecords.DEAD_LETTER,
                LateRecords.DROP,
                () -> format.decoder(all));
    }

    private static RowPipeline projection() {
        Relation.Scan scan = new Relation.Scan("t", SCHEMA);
        RowExpression number = new RowExpression(
                "n",
                Primitive.LONG,
                true,
                OptionalInt.of(0),
                List.of(0),
                (input, output, target) -> output.copy(target, input, 0));
        return new RowPipeline(
                List.of(new Relation.Project(scan, List.of(number), Schema.of(Column.nullable("n", Primitive.LONG)))));
    }

    private long number(int index) {
        return Objects.requireNonNull(reader.row(index)).longAt(0);
    }

    private boolean read(String json) {
        return read(reader, json);
    }

    private static boolean read(SourceReader reader, String json) {
        return reader.read(new Message() {
            @Override
            public byte[] value() {
                return json.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public byte @Nullable [] key() {
                return null;
            }

            @Override
            public String topic() {
                return "t";
            }

            @Override
            public int partition() {
                return 0;
            }

            @Override
            public long offset() {
                return 0;
            }

            @Override
            public long timestampMs() {
                return 0;
            }

            @Override
            public byte @Nullable [] header(String name) {
                return null;
            }
        });
    }

    @Test
    void eachReadingOfAMessageIsARow() {
        assertThat(
                        read(
                                "{\"r\":[{\"n\":1,\"at\":\"1970-01-01T00:00:01Z\"},{\"n\":2,\"at\":\"1970-01-01T00:00:02Z\"}]}"))
                .isTrue();
        assertThat(reader.size()).isEqualTo(2);
        assertThat(number(0)).isEqualTo(1);
        assertThat(number(1)).isEqualTo(2);
        assertThat(reader.eventTime(0)).isEqualTo(1_000_000);
        assertThat(reader.eventTime(1)).isEqualTo(2_000_000);
    }

    @Test
    void oneReadingTooFarInTheFutureRejectsItsWholeMessage() {
        assertThat(
                        read(
                                "{\"r\":[{\"n\":1,\"at\":\"1970-01-01T00:00:01Z\"},{\"n\":2,\"at\":\"1970-01-01T01:00:01Z\"}]}"))
                .isFalse();
        assertThat(reader.rejection().stage()).isEqualTo(Rejection.Stage.EVENT_TIME);
        assertThat(reader.rejection().column()).contains("at");
    }

    /** The time in n, of milliseconds; there is none for 13, and no number is no time. */
    private static SourceDescription computed(BadRecords badRecords) {
        Schema seen = Schema.of(
                Column.required("n", Primitive.LONG),
                Column.nullable("at", Primitive.TIMESTAMP),
                Column.required("_event_time", Primitive.TIMESTAMP));
        RowExpression time = new RowExpression(
                "n * 1000", Primitive.TIMESTAMP, true, OptionalInt.empty(), List.of(0), (row, output, target) -> {
                    if (row.longAt(0) == 13) {
                        throw new EvaluationException("13 is no time");
                    }
                    if (row.longAt(0) == 0) {
                        output.setNull(target);
                    } else {
                        output.setLong(target, row.longAt(0) * 1_000);
                    }
                });
        SourceDescription decoded = source();
        return new SourceDescription(
                "t",
                1,
                seen,
                2,
                Optional.of(time),
                0,
                HOUR,
                List.of(),
                decoded.silence(),
                badRecords,
                LateRecords.DROP,
                decoded.decoders());
    }

    @Test
    void eventTimeIsComputedFromTheRowWhereItIsAnExpression() {
        SourceReader computing = new SourceReader(computed(BadRecords.DEAD_LETTER), projection());
        assertThat(read(computing, "{\"r\":[{\"n\":7},{\"n\":5}]}")).isTrue();
        assertThat(computing.eventTime(0)).isEqualTo(7_000);
        assertThat(computing.eventTime(1)).isEqualTo(5_000);
    }

    @Test
    void rowWithoutAValueOfItsEventTimeIsRejectedWithTheReason() {
        SourceReader computing = new SourceReader(computed(BadRecords.DEAD_LETTER), projection());
        assertThat(read(computing, "{\"r\":[{\"n\":7},{\"n\":13}]}")).isFalse();
        assertThat(computing.rejection())
                .isEqualTo(new Rejection(Rejection.Stage.EVENT_TIME, Optional.of("_event_time"), "13 is no time"));
        assertThat(read(computing, "{\"r\":[{\"n\":0}]}")).isFalse();
        assertThat(computing.rejection().reason()).contains("missing or null");
        assertThat(read(computing, "{\"r\":[{\"n\":3600001}]}")).isFalse();
        assertThat(computing.rejection().reason()).contains("maxFutureSkew");
    }

    @Test
    void columnThatIsNulledNeedNotBeMissedByAComputedEventTime() {
        SourceReader computing = new SourceReader(computed(BadRecords.TO_NULL), projection());
        assertThat(read(computing, "{\"r\":[{\"n\":7,\"at\":\"soon\"}]}")).isTrue();
        assertThat(computing.nulled()).isTrue();
        assertThat(computing.eventTime(0)).isEqualTo(7_000);
        assertThat(read(computing, "{\"r\":[{\"n\":\"seven\",\"at\":\"1970-01-01T00:00:01Z\"}]}"))
                .isFalse();
    }

    @Test
    void messageWithoutReadingsIsGoodAndHasNoRow() {
        assertThat(read("{\"r\":[]}")).isTrue();
        assertThat(reader.size()).isZero();
    }

    @Test
    void rowsOfTheMessageBeforeAreGone() {
        read("{\"r\":[{\"n\":1,\"at\":\"1970-01-01T00:00:01Z\"},{\"n\":2,\"at\":\"1970-01-01T00:00:02Z\"}]}");
        assertThat(read("{\"r\":[{\"n\":3,\"at\":\"1970-01-01T00:00:03Z\"}]}")).isTrue();
        assertThat(reader.size()).isEqualTo(1);
        assertThat(number(0)).isEqualTo(3);
    }
}
