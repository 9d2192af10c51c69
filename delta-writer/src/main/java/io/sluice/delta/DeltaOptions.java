package io.sluice.delta;

import io.delta.storage.LogStore;
import io.sluice.delta.commit.Pause;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.delta.file.Compression;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * How a table is reached and written.
 *
 * @param hadoop entries of the Hadoop configuration, such as an account's credentials. No configuration file is read
 * @param tableProperties given to the table when it is created; see {@link TableProperties} for those allowed
 * @param compression of data files
 * @param retries when storage fails
 * @param clock for the log's entries and for telling how long something took
 * @param pause waits between attempts
 * @param logStore replaces the log store of the path's scheme; then it is the caller's word that it creates files only if absent
 */
public record DeltaOptions(
        Map<String, String> hadoop,
        Map<String, String> tableProperties,
        Compression compression,
        RetryPolicy retries,
        InstantSource clock,
        Pause pause,
        Optional<Class<? extends LogStore>> logStore) {
    /** @throws IllegalArgumentException when a table property is not allowed; the message names all such */
    public DeltaOptions {
        hadoop = Map.copyOf(hadoop);
        tableProperties = Map.copyOf(tableProperties);
        TableProperties.check(tableProperties);
    }

    public static DeltaOptions defaults() {
        return new DeltaOptions(
                Map.of(),
                Map.of(),
                Compression.SNAPPY,
                RetryPolicy.DEFAULT,
                Clock.systemUTC(),
                length -> Thread.sleep(length.toMillis()),
                Optional.empty());
    }

    public DeltaOptions withHadoop(Map<String, String> entries) {
        return new DeltaOptions(entries, tableProperties, compression, retries, clock, pause, logStore);
    }

    public DeltaOptions withTableProperties(Map<String, String> properties) {
        return new DeltaOptions(hadoop, properties, compression, retries, clock, pause, logStore);
    }

    public DeltaOptions withCompression(Compression chosen) {
        return new DeltaOptions(hadoop, tableProperties, chosen, retries, clock, pause, logStore);
    }

    public DeltaOptions withRetries(RetryPolicy policy, Pause waiting) {
        return new DeltaOptions(hadoop, tableProperties, compression, policy, clock, waiting, logStore);
    }

    public DeltaOptions withClock(InstantSource time) {
        return new DeltaOptions(hadoop, tableProperties, compression, retries, time, pause, logStore);
    }

    public DeltaOptions withLogStore(Class<? extends LogStore> store) {
        return new DeltaOptions(hadoop, tableProperties, compression, retries, clock, pause, Optional.of(store));
    }
}
