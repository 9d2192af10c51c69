package io.sluice.delta.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionValuesTest {
    private static FileColumn column(DataType type, boolean nullable) {
        return new FileColumn("p", type, nullable, 0);
    }

    private static Row row(long value) {
        Row row = new Row(1);
        row.setLong(0, value);
        return row;
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                -1,
                1,
                1_700_000_000_123_456L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                253_402_300_800_000_000L,
                -62_135_596_800_000_001L
            })
    void timestampsComeBackToTheMicrosecond(long micros) {
        String text = PartitionValues.write(column(Primitive.TIMESTAMP, true), row(micros));
        Row read = new Row(1);
        PartitionValues.read(Primitive.TIMESTAMP, text, read, 0);
        assertThat(read.longAt(0)).as(text).isEqualTo(micros);
    }

    @Test
    void timestampsSayThatTheyAreUtc() {
        assertThat(PartitionValues.write(column(Primitive.TIMESTAMP, true), row(1_700_000_000_123_456L)))
                .isEqualTo("2023-11-14T22:13:20.123456Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2023-11-14T22:13:20.5Z", "2023-11-14 22:13:20.500000", "2023-11-14 22:13:20.5"})
    void timestampsOfOtherWritersAreRead(String text) {
        Row read = new Row(1);
        PartitionValues.read(Primitive.TIMESTAMP, text, read, 0);
        assertThat(read.longAt(0)).isEqualTo(1_700_000_000_500_000L);
    }

    @Test
    void decimalsKeepTheirScale() {
        Row row = new Row(1);
        row.setObject(0, new BigDecimal("0E-7"));
        assertThat(PartitionValues.write(column(new DataType.Decimal(10, 7), true), row))
                .isEqualTo("0.0000000");
    }

    @Test
    void nullAndEmptyAreNullAndRefusedWhereThatIsNotAllowed() {
        Row empty = new Row(1);
        empty.setObject(0, "");
        assertThat(PartitionValues.write(column(Primitive.STRING, true), empty)).isNull();
        assertThat(PartitionValues.write(column(Primitive.STRING, true), new Row(1)))
                .isNull();
        assertThatThrownBy(() -> PartitionValues.write(column(Primitive.STRING, false), empty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column 'p'");
    }
}
