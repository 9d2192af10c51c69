package io.sluice.app.file;

import java.util.Map;

/** Where the first run of a query begins to read a topic. */
public sealed interface StartingOffsets {

    /** One end of every partition. */
    enum Edge implements StartingOffsets {
        EARLIEST,
        LATEST
    }

    /**
     * An offset for each partition.
     *
     * @param offsets {@link #EARLIEST} and {@link #LATEST} stand for the ends, as in Spark; a partition that is not named begins at
     *     its earliest offset
     */
    record Specific(Map<Integer, Long> offsets) implements StartingOffsets {
        public static final long LATEST = -1;
        public static final long EARLIEST = -2;

        public Specific {
            offsets = Map.copyOf(offsets);
        }
    }
}
