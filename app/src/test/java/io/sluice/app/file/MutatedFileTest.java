package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutatedFileTest {
    private static final int FILES = 1_000;
    private static final String CHARACTERS = " \n\t:{}[],\"'|>&*!%@`#-?~0a\\${";

    @TempDir
    Path folder;

    /** Whatever is in a file, it is read or its problems are reported: no other exception, no problem without a place. */
    @Test
    void damagedFileIsReadOrReported() throws Exception {
        int refused = 0;
        for (int seed = 0; seed < FILES; seed++) {
            refused += isRefused(seed) ? 1 : 0;
        }
        assertThat(refused).isBetween(FILES / 4, FILES - 1);
    }

    private boolean isRefused(int seed) throws Exception {
        String yaml = damaged(new Random(seed));
        try {
            QueryFiles.read(folder, yaml);
            return false;
        } catch (QueryFileException e) {
            assertThat(e.problems()).as("seed %d", seed).isNotEmpty().allSatisfy(problem -> {
                assertThat(problem.line()).isBetween(1, (int) yaml.lines().count() + 1);
                assertThat(problem.column()).isPositive();
                assertThat(problem.rule()).isNotBlank();
                assertThat(problem.remedy()).isNotBlank();
            });
            return true;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ":\n" + yaml, e);
        }
    }

    private static String damaged(Random random) {
        StringBuilder yaml = new StringBuilder(QueryFiles.FULL);
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(yaml.length());
            char character = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
            switch (random.nextInt(4)) {
                case 0 -> yaml.insert(at, character);
                case 1 -> yaml.deleteCharAt(at);
                case 2 -> yaml.setCharAt(at, character);
                default -> yaml.delete(at, Math.min(yaml.length(), at + 1 + random.nextInt(30)));
            }
        }
        return yaml.toString();
    }
}
