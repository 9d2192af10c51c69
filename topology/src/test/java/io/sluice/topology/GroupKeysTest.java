package io.sluice.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.Relation;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.wire.RowCodec;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The key of a group is the same bytes, whichever texts came before. */
class GroupKeysTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);

    private final Relation.WindowAggregate aggregate =
            (Relation.WindowAggregate) FreezerTopology.plan().root();
    private final GroupKeys keys = new GroupKeys(aggregate);
    private final Row row = FreezerTopology.READING.newRow();

    private void requireKey(String unit) {
        row.setObject(0, unit);
        Row alone = aggregate.keySchema().newRow();
        alone.setObject(0, unit);
        assertThat(keys.of(row))
                .as("seed %d: %s", SEED, unit)
                .isEqualTo(new RowCodec(aggregate.keySchema()).encodeKey(alone));
    }

    @Test
    void textsWithOneHashHaveKeysOfTheirOwn() {
        for (String unit : new String[] {"Aa", "BB", "Aa", "", "BB"}) {
            requireKey(unit);
        }
    }

    @Test
    void nullIsAKeyAmongTexts() {
        requireKey("");
        byte[] empty = keys.of(row);
        row.setNull(0);
        assertThat(keys.of(row)).isNotEqualTo(empty);
        requireKey("");
    }

    @Test
    void keysAreRightHoweverManyTextsThereAre() {
        Random random = new Random(SEED);
        String[] units = new String[3_000];
        for (int i = 0; i < units.length; i++) {
            units[i] = "unit-" + i;
        }
        for (int i = 0; i < 20_000; i++) {
            requireKey(units[random.nextInt(units.length)]);
        }
    }

    @Test
    void equalTextsThatAreNotTheSameHaveOneKey() {
        row.setObject(0, new String("unit-1".toCharArray()));
        byte[] first = keys.of(row);
        row.setObject(0, new String("unit-1".toCharArray()));
        assertThat(keys.of(row)).isEqualTo(first);
    }
}
