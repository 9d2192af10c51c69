package io.sluice.topology;

import io.sluice.serdes.schema.Row;
import java.util.Optional;

/**
 * One group of one open window [windowStart, windowEnd), in microseconds since 1970-01-01T00:00Z.
 *
 * @param row group keys, window_start, window_end, the aggregates so far
 * @param problem why an aggregate has no value, when it has none; the aggregates in {@code row} are then null
 */
public record OpenWindow(long windowStart, long windowEnd, Row row, Optional<String> problem) {}
