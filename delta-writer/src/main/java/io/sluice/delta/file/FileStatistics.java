package io.sluice.delta.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.serdes.schema.DataType;
import java.util.ArrayList;
import java.util.List;

/** The statistics of one data file while it is written. */
final class FileStatistics {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private final FileLayout layout;
    private final List<ColumnStatistics> columns = new ArrayList<>();
    private long rows;

    FileStatistics(FileLayout layout) {
        this.layout = layout;
        layout.data().forEach(column -> columns.add(ColumnStatistics.of(column.type())));
    }

    void addRow() {
        rows++;
    }

    /** @param index in the layout's data columns */
    ColumnStatistics column(int index) {
        return columns.get(index);
    }

    long rows() {
        return rows;
    }

    /** The object that the log keeps with the file. */
    String json() {
        ObjectNode json = JSON.createObjectNode();
        json.put("numRecords", rows);
        ObjectNode least = json.putObject("minValues");
        ObjectNode greatest = json.putObject("maxValues");
        ObjectNode nulls = json.putObject("nullCount");
        for (int i = 0; i < Math.min(layout.indexedColumns(), columns.size()); i++) {
            String name = layout.data().get(i).name();
            if (layout.data().get(i).type() instanceof DataType.Struct) {
                // readers expect an object with the statistics of its fields, which are not kept: none is always right
                continue;
            }
            columns.get(i).lower().ifPresent(bound -> least.set(name, bound));
            columns.get(i).upper().ifPresent(bound -> greatest.set(name, bound));
            nulls.put(name, columns.get(i).nulls());
        }
        try {
            return JSON.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("statistics are not JSON: " + json, e);
        }
    }
}
