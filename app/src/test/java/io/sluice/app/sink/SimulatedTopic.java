package io.sluice.app.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** One partition of the closed-windows topic: committed records only, with gaps where transaction markers lie. */
final class SimulatedTopic {
    private final TreeMap<Long, byte[]> records = new TreeMap<>();
    private final Random random;
    private long end;
    private long earliest;

    SimulatedTopic(Random random) {
        this.random = random;
    }

    /** A transaction: its records, then a marker. Sometimes an aborted one lies in between. */
    void append(List<byte[]> rows) {
        if (random.nextInt(4) == 0) {
            end += 1 + random.nextInt(3);
        }
        for (byte[] row : rows) {
            records.put(end++, row);
        }
        end++;
    }

    /** Up to {@code most} records from the position on; the reader's next position is put last as an empty record. */
    List<Entry> read(long position, int most) {
        if (position < earliest) {
            throw new IllegalStateException(
                    "position " + position + " is out of range, the topic begins at " + earliest);
        }
        List<Entry> found = new ArrayList<>();
        records.tailMap(position).forEach((offset, row) -> {
            if (found.size() < most) {
                found.add(new Entry(offset, row));
            }
        });
        return found;
    }

    record Entry(long offset, byte[] row) {}

    long end() {
        return end;
    }

    long earliest() {
        return earliest;
    }

    void deleteBelow(long offset) {
        if (offset > earliest) {
            earliest = offset;
            records.headMap(offset).clear();
        }
    }
}
