package io.sluice.topology.ledger;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The watermarks of all source partitions as one task behind a shuffle has heard them. Its own watermark is the smallest of
 * them, so that no row in time is lost because a sibling partition ran ahead; a partition not yet heard from holds it at
 * {@link Watermark#NONE}. Saved and restored with the ledger. Confined to one stream thread.
 */
public final class UpstreamWatermarks {
    private final long[] watermarks;
    private final boolean[] dirty;

    /** @param partitions number of partitions of the source topic */
    public UpstreamWatermarks(int partitions) {
        watermarks = new long[partitions];
        dirty = new boolean[partitions];
        Arrays.fill(watermarks, Watermark.NONE);
    }

    /**
     * Takes a partition's watermark; a lower one than known changes nothing.
     *
     * @return the smallest over all partitions
     */
    public long advance(int partition, long watermark) {
        if (watermark > watermarks[partition]) {
            watermarks[partition] = watermark;
            dirty[partition] = true;
        }
        return minimum();
    }

    public long minimum() {
        long minimum = Long.MAX_VALUE;
        for (long watermark : watermarks) {
            minimum = Math.min(minimum, watermark);
        }
        return minimum;
    }

    public void flush(LedgerStorage storage) {
        for (int partition = 0; partition < watermarks.length; partition++) {
            if (dirty[partition]) {
                storage.put(
                        StorageKey.upstreamWatermark(partition),
                        ByteBuffer.allocate(Long.BYTES)
                                .putLong(watermarks[partition])
                                .array());
                dirty[partition] = false;
            }
        }
    }

    /** Forgets everything and takes up what the storage holds. */
    public void load(LedgerStorage storage) {
        Arrays.fill(watermarks, Watermark.NONE);
        Arrays.fill(dirty, false);
        storage.scan((key, value) -> {
            if (StorageKey.isUpstreamWatermark(key)) {
                watermarks[StorageKey.partition(key)] = ByteBuffer.wrap(value).getLong();
            }
        });
    }
}
