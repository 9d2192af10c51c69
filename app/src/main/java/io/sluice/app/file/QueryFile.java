package io.sluice.app.file;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One query as its file describes it, checked as far as that is possible without SQL, Kafka and the table. Immutable.
 *
 * @param file where it was read from
 * @param name the query's identity: letters, digits, dot, underscore and hyphen
 * @param sources by name, in the order of the file; not empty
 * @param windowTimeZone whose days the windows are; empty where windows lie in UTC
 * @param checkpointLocation a local folder, as written
 * @param streams properties of Kafka Streams, none of which this program sets itself
 * @param settings all of it for display, and for problems that are found later
 * @param notices what the user should know and what stops nothing
 */
public record QueryFile(
        Path file,
        String name,
        KafkaSettings kafka,
        Map<String, SourceSettings> sources,
        QueryText query,
        Optional<ZoneId> windowTimeZone,
        SinkSettings sink,
        OutputMode outputMode,
        TriggerSettings trigger,
        Path checkpointLocation,
        StateSettings state,
        Map<String, String> streams,
        Duration shutdownTimeout,
        HealthSettings health,
        RestartSettings restart,
        Optional<HttpSettings> http,
        Settings settings,
        List<String> notices) {
    public QueryFile {
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        streams = Map.copyOf(streams);
        notices = List.copyOf(notices);
    }

    /** The settings as people may see them. */
    @Override
    public String toString() {
        return settings.render();
    }
}
