package io.sluice.benchmarks.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.serdes.time.Timestamps;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/** Reads what contenders have written, in the order of {@link WindowRow#ORDER}. */
final class WrittenRows {
    private static final ObjectMapper JSON = new ObjectMapper();

    private WrittenRows() {}

    static List<WindowRow> ofTable(Path table) {
        List<WindowRow> rows = new ArrayList<>();
        DeltaTable.at(table.toString(), DeltaOptions.defaults())
                .read(row -> rows.add(new WindowRow(
                        row.longAt(0),
                        row.stringAt(1),
                        row.doubleAt(2),
                        row.doubleAt(3),
                        row.doubleAt(4),
                        row.longAt(5))));
        rows.sort(WindowRow.ORDER);
        return rows;
    }

    static List<WindowRow> ofTopic(String bootstrapServers, String topic) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        List<WindowRow> rows = new ArrayList<>();
        Set<TopicPartition> partitions = IntStream.range(0, Workload.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toSet());
        Bounded.read(settings, partitions, message -> rows.add(row(message.value())));
        rows.sort(WindowRow.ORDER);
        return rows;
    }

    private static WindowRow row(byte[] message) {
        JsonNode json;
        try {
            json = JSON.readTree(message);
        } catch (IOException e) {
            throw new IllegalStateException("the topic holds something else than rows", e);
        }
        return new WindowRow(
                Timestamps.parse(json.get("WindowStart").textValue(), ZoneOffset.UTC),
                json.get("UnitId").textValue(),
                json.get("MinC").doubleValue(),
                json.get("MaxC").doubleValue(),
                json.get("AvgC").doubleValue(),
                json.get("Readings").longValue());
    }
}
