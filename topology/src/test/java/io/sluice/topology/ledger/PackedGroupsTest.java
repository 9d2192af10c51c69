package io.sluice.topology.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedGroupsTest {
    private final PackedGroups packed = new PackedGroups();

    private static GroupKey key(String text) {
        return new GroupKey(text.getBytes(StandardCharsets.UTF_8));
    }

    private void put(String group, String value) {
        packed.put(key(group), packed.find(key(group)), value.getBytes(StandardCharsets.UTF_8), false);
    }

    private String value(String group) {
        int position = packed.find(key(group));
        return position == PackedGroups.NONE ? "-" : new String(packed.value(position), StandardCharsets.UTF_8);
    }

    private List<String> write() {
        List<String> written = new ArrayList<>();
        packed.write((key, value, stored) -> written.add(new String(key, StandardCharsets.UTF_8) + "="
                + new String(value, StandardCharsets.UTF_8) + (stored ? " again" : "")));
        return written;
    }

    @Test
    void groupIsFoundWithItsLastValueHoweverLong() {
        put("a", "1");
        put("b", "2");
        put("a", "a value that is longer than the room of the first");
        put("b", "");
        assertThat(value("a")).isEqualTo("a value that is longer than the room of the first");
        assertThat(value("b")).isEmpty();
        assertThat(value("c")).isEqualTo("-");
        assertThat(packed.size()).isEqualTo(2);
    }

    @Test
    void whatHasChangedIsWrittenOnce() {
        put("a", "1");
        put("a", "2");
        put("b", "1");
        assertThat(write()).containsExactlyInAnyOrder("a=2", "b=1");
        assertThat(write()).isEmpty();
        put("b", "a much longer value than before");
        put("b", "an even much longer value than before");
        assertThat(write()).containsExactly("b=an even much longer value than before again");
        packed.take(key("c"), new byte[] {'1'}, false);
        assertThat(write()).isEmpty();
        put("c", "2");
        assertThat(write()).containsExactly("c=2 again");
    }

    @Test
    void groupThatIsRemovedIsNeitherFoundNorWritten() {
        put("a", "1");
        put("b", "1");
        packed.remove(packed.find(key("a")));
        assertThat(value("a")).isEqualTo("-");
        assertThat(write()).containsExactly("b=1");
        packed.remove(packed.find(key("b")));
        assertThat(packed.heapBytes()).isZero();
        put("a", "3");
        assertThat(write()).containsExactly("a=3");
    }

    @Test
    void whatHasChangedSinceRoomWasMadeLastStaysLonger() {
        for (int i = 0; i < 30_000; i++) {
            put("group " + i, "value " + i);
        }
        write();
        long full = packed.heapBytes();
        packed.makeRoom(full / 4);
        assertThat(packed.size()).as("all have just changed").isEqualTo(30_000);
        for (int i = 0; i < 30_000; i += 3) {
            put("group " + i, "value");
        }
        write();
        packed.makeRoom(full / 4);
        assertThat(packed.heapBytes()).isLessThanOrEqualTo(full * 3 / 4 + (1 << 18));
        assertThat(packed.size()).isBetween(10_000, 26_000);
        for (int i = 0; i < 30_000; i += 3) {
            assertThat(value("group " + i)).isEqualTo("value");
        }
        packed.makeRoom(Long.MAX_VALUE);
        packed.makeRoom(Long.MAX_VALUE);
        assertThat(packed.size()).isZero();
        assertThat(packed.heapBytes()).isZero();
    }

    @Test
    void largestGroupFitsAndALargerOneDoesNot() {
        String longest = "k".repeat(0xFFFF);
        assertThat(PackedGroups.fits(longest.getBytes(StandardCharsets.UTF_8), new byte[0xFFFF - 8]))
                .isTrue();
        assertThat(PackedGroups.fits(new byte[0x10000], new byte[0])).isFalse();
        assertThat(PackedGroups.fits(new byte[0], new byte[0xFFFF - 7])).isFalse();
        for (int i = 0; i < 5; i++) {
            put(i + longest.substring(1), "v".repeat(0xFFFF - 8) + i);
            put(i + longest.substring(1), "v".repeat(0xFFFF - 9) + i);
        }
        for (int i = 0; i < 5; i++) {
            assertThat(value(i + longest.substring(1))).hasSize(0xFFFF - 8).endsWith("v" + i);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void itAnswersAsAMapThatIsWrittenAndEmptied(long seed) {
        Random random = new Random(seed);
        Map<String, String> expected = new HashMap<>();
        Map<String, String> storage = new HashMap<>();
        Set<String> changed = new HashSet<>();
        for (int step = 0; step < 200_000; step++) {
            String group = "group " + random.nextInt(1 + step / 10);
            int kind = random.nextInt(2_000);
            if (kind == 0) {
                List<String> written = write();
                assertThat(written).as("seed %d step %d", seed, step).hasSameSizeAs(changed);
                changed.forEach(name -> storage.put(name, expected.get(name)));
                changed.clear();
                if (random.nextInt(3) == 0) {
                    packed.makeRoom(random.nextInt(1 << 21));
                    expected.keySet().removeIf(name -> value(name).equals("-"));
                }
            } else if (kind < 20 && expected.containsKey(group)) {
                packed.remove(packed.find(key(group)));
                expected.remove(group);
                changed.remove(group);
            } else {
                String value = Integer.toString(step).repeat(random.nextInt(12));
                put(group, value);
                expected.put(group, value);
                changed.add(group);
            }
            assertThat(value(group)).as("seed %d step %d", seed, step).isEqualTo(expected.getOrDefault(group, "-"));
            assertThat(packed.size()).as("seed %d step %d", seed, step).isEqualTo(expected.size());
        }
        Map<String, String> all = new HashMap<>();
        packed.forEach((key, value, stored) ->
                all.put(new String(key, StandardCharsets.UTF_8), new String(value, StandardCharsets.UTF_8)));
        assertThat(all).as("seed %d", seed).isEqualTo(expected);
        assertThat(storage).as("seed %d: written", seed).isNotEmpty();
    }
}
