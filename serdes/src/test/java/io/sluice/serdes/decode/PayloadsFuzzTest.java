package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.wire.RowCodec;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Damages the messages of payloads.txt, in every format with every setting. Run one case again with {@code -Dsluice.seed=...}, a million
 * of them with {@code -Dsluice.fuzz.payloads=1000000}.
 */
class PayloadsFuzzTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);
    private static final int CASES = Integer.getInteger("sluice.fuzz.payloads", 50_000);

    private record Target(PayloadCase line, RowDecoder decoder, Rows rows, RowCodec strict, RowCodec nullable) {
        static Target of(PayloadCase line) {
            Schema nullable = new Schema(line.schema().columns().stream()
                    .map(column -> Column.nullable(column.name(), column.type()))
                    .toList());
            return new Target(
                    line,
                    line.decoder(),
                    new Rows(line.schema().width()),
                    new RowCodec(line.schema()),
                    new RowCodec(nullable));
        }

        private void encodeAll(RowCodec codec) {
            for (int i = 0; i < rows.size(); i++) {
                codec.encode(rows.row(i));
            }
        }
    }

    private final Random random = new Random(SEED);
    private final Mutations mutations = new Mutations(random);
    private int rows;
    private int none;
    private int badColumns;
    private int badMessages;

    @Test
    void noMessageInAnyFormatThrowsAnythingButABadRecord() {
        List<Target> targets = PayloadsTest.cases().map(Target::of).toList();
        for (int i = 0; i < CASES; i++) {
            Target target = targets.get(random.nextInt(targets.size()));
            byte[] value = target.line.record().value();
            byte[] message = value == null ? new byte[0] : mutations.of(value);
            try {
                decode(target, message);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed " + SEED + " case " + i + ": " + HexFormat.of().formatHex(message) + " of " + target.line,
                        e);
            }
        }
        assertThat(rows + none + badColumns + badMessages)
                .as("every message counted once")
                .isEqualTo(CASES);
        assertThat(List.of(rows, none, badColumns, badMessages))
                .as("seed %d: messages of rows, of none, of bad columns, bad as a whole", SEED)
                .allSatisfy(count -> assertThat(count).isGreaterThan(CASES / 500));
    }

    private void decode(Target target, byte[] message) {
        try {
            target.decoder.decode(target.line.recordOf(message), target.rows);
            // a row that got through must be one: every value within its type, no null where none may be
            target.encodeAll(target.strict);
            if (target.rows.size() > 0) {
                rows++;
            } else {
                none++;
            }
        } catch (BadRecordException e) {
            assertThat(e.reason()).isNotBlank().hasSizeLessThan(5_000);
            if (e.column().isPresent()) {
                // for those who take null for what is wrong
                target.encodeAll(target.nullable);
                badColumns++;
            } else {
                badMessages++;
            }
        }
    }

    @Test
    void columnThatIsWrongIsNullForThoseWhoTakeItSo() {
        Target target = Target.of(PayloadCase.parse("a int; b int; c int not null | explode=r[*] | {\"r\":["
                + "{\"a\":1,\"b\":\"x\",\"c\":3},{\"a\":7,\"a\":true,\"b\":5,\"c\":6}]} | none"));
        try {
            target.decoder.decode(target.line.record(), target.rows);
        } catch (BadRecordException e) {
            assertThat(e.column()).contains("b");
            assertThat(e.reason()).contains("r[0]").contains("column 'a': r[1]");
        }
        assertThat(target.rows.size()).isEqualTo(2);
        assertThat(target.rows.row(0))
                .returns(1L, row -> row.longAt(0))
                .returns(true, row -> row.isNull(1))
                .returns(3L, row -> row.longAt(2));
        assertThat(target.rows.row(1))
                .returns(true, row -> row.isNull(0))
                .returns(5L, row -> row.longAt(1))
                .returns(6L, row -> row.longAt(2));
    }
}
