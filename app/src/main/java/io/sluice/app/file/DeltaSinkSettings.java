package io.sluice.app.file;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A Delta table as the sink.
 *
 * @param path as written: a folder relative to the working directory, or a URI with a scheme
 * @param partitionBy columns of the result, empty for none
 * @param tableProperties of a new table, in Delta's own names
 */
public record DeltaSinkSettings(
        String path, List<String> partitionBy, Map<String, String> tableProperties, Compression compression)
        implements SinkSettings {
    public DeltaSinkSettings {
        partitionBy = List.copyOf(partitionBy);
        tableProperties = Map.copyOf(tableProperties);
    }

    /** Of Parquet files. */
    public enum Compression {
        SNAPPY,
        ZSTD
    }

    /** The table's folder with its scheme, {@code file} for a path without one. */
    public URI uri() {
        return path.matches(SinkReader.URI_WITH_SCHEME)
                ? URI.create(path)
                : Path.of(path).toAbsolutePath().normalize().toUri();
    }
}
