package io.sluice.delta.commit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A written data file that is not part of the table until a commit names it.
 *
 * @param path relative to the table, URL-encoded as the log wants it
 * @param partitionValues partition column to serialised value, null for a null
 * @param size in bytes
 * @param modifiedMs when it was written, in milliseconds since 1970
 * @param rows how many it holds
 * @param statistics JSON object: row count, and minima, maxima and null counts of its columns
 */
public record DataFile(
        String path,
        Map<String, @Nullable String> partitionValues,
        long size,
        long modifiedMs,
        long rows,
        String statistics) {
    public DataFile {
        // not Map.copyOf, which refuses null values
        partitionValues = Collections.unmodifiableMap(new LinkedHashMap<>(partitionValues));
    }
}
