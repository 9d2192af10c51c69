package io.sluice.delta;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One version in a table's history.
 *
 * @param timestamp when it was made, by its writer's clock; empty when the writer left none
 * @param operation such as {@code STREAMING UPDATE}; {@code UNKNOWN} when the writer left none
 * @param parameters of the operation, as JSON texts
 * @param filesAdded data files it added
 * @param filesRemoved data files it removed
 * @param rowsAdded rows in the added files; empty when a file has no statistics
 * @param positions transaction id to the position it moved to
 */
public record TableVersion(
        long version,
        Optional<Instant> timestamp,
        String operation,
        Map<String, String> parameters,
        int filesAdded,
        int filesRemoved,
        OptionalLong rowsAdded,
        Map<String, Long> positions) {
    public TableVersion {
        parameters = Map.copyOf(parameters);
        positions = Map.copyOf(positions);
    }
}
