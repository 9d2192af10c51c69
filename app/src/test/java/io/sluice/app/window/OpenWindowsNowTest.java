package io.sluice.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One page out of what several ledgers say, each as far as it has looked. */
class OpenWindowsNowTest {
    private static WindowPage.Group row(int key, int partition) {
        return new WindowPage.Group("", "", Map.of("k", key), Map.of(), partition, "", "", null, cursor(key));
    }

    private static String cursor(int key) {
        return new Cursor(new byte[] {(byte) (key >> 8), (byte) key}).toString();
    }

    private static WindowPage page(int partition, @Nullable String next, int... keys) {
        return new WindowPage(
                true,
                Map.of(partition, "w" + partition),
                IntStream.of(keys).mapToObj(key -> row(key, partition)).toList(),
                next);
    }

    private static List<Integer> keys(WindowPage page) {
        return page.windows().stream().map(row -> (Integer) row.keys().get("k")).toList();
    }

    @Test
    void rowsBehindWhatOneLedgerHasLookedThroughWaitForTheNextPage() {
        WindowPage merged = OpenWindowsNow.merged(List.of(page(0, cursor(5), 1, 5), page(1, null, 2, 200)), 10);
        assertThat(keys(merged)).containsExactly(1, 2, 5);
        assertThat(merged.next()).isEqualTo(cursor(5));
        assertThat(merged.watermarks()).isEqualTo(Map.of(0, "w0", 1, "w1"));
    }

    @Test
    void pageEndsAtItsLimit() {
        WindowPage merged = OpenWindowsNow.merged(List.of(page(0, null, 1, 5), page(1, null, 2, 200)), 3);
        assertThat(keys(merged)).containsExactly(1, 2, 5);
        assertThat(merged.next()).isEqualTo(cursor(5));
    }

    @Test
    void lastPageHasNoNext() {
        assertThat(OpenWindowsNow.merged(List.of(page(0, null, 1), page(1, null)), 3)
                        .next())
                .isNull();
    }

    /** Ledgers that stop for lack of time anywhere, pages of any size: each row comes once, in order. */
    @Test
    void pagesOfRandomLedgersGiveEachRowOnceInOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            List<NavigableSet<Integer>> ledgers = new ArrayList<>();
            List<Integer> all = new ArrayList<>();
            IntStream.range(0, 1 + random.nextInt(4)).forEach(i -> ledgers.add(new TreeSet<>()));
            IntStream.range(0, random.nextInt(60)).forEach(i -> {
                int key = random.nextInt(40_000);
                if (!all.contains(key)) {
                    all.add(key);
                    ledgers.get(random.nextInt(ledgers.size())).add(key);
                }
            });
            Collections.sort(all);
            int limit = 1 + random.nextInt(10);
            List<Integer> got = new ArrayList<>();
            int after = -1;
            boolean more = true;
            while (more) {
                WindowPage merged = OpenWindowsNow.merged(look(ledgers, after, limit, random), limit);
                got.addAll(keys(merged));
                more = merged.next() != null;
                if (more) {
                    byte[] key = Cursor.parse(String.valueOf(merged.next())).key();
                    after = (key[0] & 0xff) << 8 | (key[1] & 0xff);
                }
            }
            assertThat(got).as("seed %d, round %d", seed, round).isEqualTo(all);
        }
    }

    private static List<WindowPage> look(List<NavigableSet<Integer>> ledgers, int after, int limit, Random random) {
        List<WindowPage> pages = new ArrayList<>();
        for (int ledger = 0; ledger < ledgers.size(); ledger++) {
            List<Integer> left = List.copyOf(ledgers.get(ledger).tailSet(after, false));
            int most = random.nextInt(3) == 0 ? 1 : limit;
            boolean all = left.size() < most;
            List<Integer> taken = all ? left : left.subList(0, most);
            pages.add(page(
                    ledger,
                    all ? null : cursor(taken.get(taken.size() - 1)),
                    taken.stream().mapToInt(Integer::intValue).toArray()));
        }
        return pages;
    }
}
