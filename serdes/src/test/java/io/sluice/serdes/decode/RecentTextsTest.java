package io.sluice.serdes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentTextsTest {
    private static final long SEED = Long.getLong("sluice.seed", 20261130);

    private final RecentTexts recent = new RecentTexts();

    private @Nullable String find(String text) {
        char[] around = ("<" + text + ">").toCharArray();
        String found = recent.find(around, 1, text.length());
        byte[] ascii = ("<" + text + ">").getBytes(StandardCharsets.US_ASCII);
        assertThat(recent.find(ascii, 1, ascii.length - 1)).isSameAs(found);
        return found;
    }

    @Test
    void textThatWasKeptIsFoundAsTheSameObject() {
        String kept = "unit-0001";
        assertThat(find(kept)).isNull();
        recent.keep(kept);
        assertThat(find("unit-0001")).isSameAs(kept);
        assertThat(find("unit-0002")).isNull();
        assertThat(find("unit-000")).isNull();
        assertThat(find("unit-00011")).isNull();
    }

    @Test
    void textsOfOnePlaceAreNotTakenForEachOther() {
        // one hash: 31 * 'A' + 'a' = 31 * 'B' + 'B'
        recent.keep("Aa");
        assertThat(find("BB")).isNull();
        recent.keep("BB");
        assertThat(find("BB")).isEqualTo("BB");
        assertThat(find("Aa")).isNull();
    }

    @Test
    void longerTextOfTheSamePlaceIsAnother() {
        // both have the hash 0
        recent.keep("\0");
        assertThat(find("")).isNull();
        recent.keep("");
        assertThat(find("\0")).isNull();
    }

    @Test
    void emptyTextIsATextAndLongOnesAreNotKept() {
        recent.keep("");
        assertThat(find("")).isEmpty();
        String sentence = "x".repeat(41);
        recent.keep(sentence);
        assertThat(find(sentence)).isNull();
    }

    @Test
    void whatIsFoundIsAlwaysWhatWasLookedFor() {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < 100_000; i++) {
            String text = "u" + random.nextInt(2_000);
            String known = find(text);
            if (known != null) {
                assertThat(known).as("seed %d", SEED).isEqualTo(text);
                found++;
            } else {
                recent.keep(text);
            }
        }
        assertThat(found).as("seed %d: found", SEED).isGreaterThan(10_000);
    }
}
