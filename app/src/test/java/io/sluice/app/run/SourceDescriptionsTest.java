package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.app.kafka.SourceOffsets;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.sql.SourceTable;
import io.sluice.query.sql.SqlException;
import io.sluice.query.sql.SqlPlanner;
import io.sluice.serdes.decode.BadRecordException;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.BadRecords;
import io.sluice.topology.LateRecords;
import io.sluice.topology.SourceDescription;
import io.sluice.topology.watermark.SilenceSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SourceDescriptionsTest {
    private static final Schema SCHEMA = Schema.of(
            Column.nullable("unit", Primitive.STRING),
            Column.nullable("value", Primitive.DOUBLE),
            Column.nullable("unread", Primitive.DOUBLE),
            Column.required("batch", Primitive.LONG),
            Column.nullable("time", Primitive.TIMESTAMP));

    private static SourceDescription described() throws SqlException {
        QueryPlan plan = SqlPlanner.plan(
                "SELECT MAX(value) AS high FROM t GROUP BY window(time, '10 minutes')",
                List.of(new SourceTable("t", SCHEMA, Optional.of("time"))));
        QueryDefinition.Source source = new QueryDefinition.Source(
                "t",
                "topic",
                new SourceOffsets.Start.Earliest(),
                true,
                RecordFormat.json(SCHEMA),
                List.of("unit"),
                "time",
                Optional.empty(),
                Duration.ofMinutes(15),
                Duration.ofHours(1),
                new SilenceSettings(OptionalLong.of(300_000), OptionalLong.empty()),
                BadRecords.DEAD_LETTER,
                LateRecords.DROP);
        return SourceDescriptions.of(source, plan, 3);
    }

    private static Row decoded(String json) throws SqlException {
        Rows rows = new Rows(SCHEMA.width());
        described().newDecoder().decode(Message.ofValue(json.getBytes(StandardCharsets.UTF_8)), rows);
        return rows.row(0);
    }

    @Test
    void columnsThatTheQueryDoesNotUseAreNotDecoded() throws SqlException {
        Row row =
                decoded("{\"unit\":\"a\",\"value\":1.5,\"unread\":2.5,\"batch\":7,\"time\":\"1970-01-01T00:00:01Z\"}");
        assertThat(row.isNull(0)).as("unit").isTrue();
        assertThat(row.doubleAt(1)).isEqualTo(1.5);
        assertThat(row.isNull(2)).as("unread").isTrue();
        assertThat(row.longAt(4)).isEqualTo(1_000_000);
    }

    @Test
    void columnThatMustNotBeNullIsDecodedWhetherOrNotTheQueryUsesIt() {
        assertThatThrownBy(() -> decoded("{\"value\":1.5,\"time\":\"1970-01-01T00:00:01Z\"}"))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining("batch");
    }

    @Test
    void timesAreInMicroseconds() throws SqlException {
        assertThat(described())
                .returns(3, SourceDescription::partitions)
                .returns(4, SourceDescription::watermarkColumn)
                .returns(900_000_000L, SourceDescription::delayMicros)
                .returns(3_600_000_000L, SourceDescription::maxFutureSkewMicros)
                .returns(OptionalLong.of(300_000), source -> source.silence().idleTimeoutMs());
    }
}
