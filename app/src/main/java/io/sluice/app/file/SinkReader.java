package io.sluice.app.file;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code sink}. */
final class SinkReader {
    /** Two letters at least: one is the drive of a Windows path. */
    static final String URI_WITH_SCHEME = "[A-Za-z][A-Za-z0-9+.-]+:.*";

    private static final String ONLY_DELTA = "rows go to a Delta table only for now: write delta: {path: ...}";
    private static final Map<String, String> REFUSED = Map.of(
            "kafka", ONLY_DELTA,
            "console", ONLY_DELTA,
            "memory", ONLY_DELTA,
            "foreachBatch", ONLY_DELTA,
            "foreach", ONLY_DELTA,
            "parquet", ONLY_DELTA,
            "iceberg", ONLY_DELTA,
            "path", "write delta: {path: ...}");

    private SinkReader() {}

    static SinkSettings read(Field field) {
        Optional<Section> section = field.section(REFUSED);
        return section.flatMap(sink -> sink.field("delta").section())
                .map(SinkReader::delta)
                .orElse(new DeltaSinkSettings("", List.of(), Map.of(), DeltaSinkSettings.Compression.SNAPPY));
    }

    private static DeltaSinkSettings delta(Section section) {
        return new DeltaSinkSettings(
                path(section.field("path")),
                columns(section.field("partitionBy")),
                properties(section.field("tableProperties")),
                compression(section.field("compression")));
    }

    private static String path(Field field) {
        String path = field.text();
        if (path.matches(URI_WITH_SCHEME)) {
            try {
                new URI(path);
            } catch (URISyntaxException e) {
                field.refuse(
                        "is no URI: " + e.getReason() + " at character " + (e.getIndex() + 1),
                        "write for example abfss://container@account.dfs.core.windows.net/Tables/name");
            }
        }
        return path;
    }

    private static List<String> columns(Field field) {
        List<String> columns = new ArrayList<>();
        for (Field item : field.items()) {
            String name = item.text();
            if (columns.stream().anyMatch(name::equalsIgnoreCase)) {
                item.refuse("stands twice", "keep one of the two");
            }
            columns.add(name);
        }
        return columns;
    }

    private static Map<String, String> properties(Field field) {
        Map<String, String> properties = new HashMap<>();
        if (field.isPresent()) {
            field.section()
                    .map(Section::named)
                    .orElse(List.of())
                    .forEach(property -> properties.put(property.name(), property.propertyText()));
        }
        return properties;
    }

    private static DeltaSinkSettings.Compression compression(Field field) {
        return switch (field.text().toLowerCase(Locale.ROOT)) {
            case "snappy" -> DeltaSinkSettings.Compression.SNAPPY;
            case "zstd" -> DeltaSinkSettings.Compression.ZSTD;
            default -> {
                field.refuse("is not a compression that can be written", "write snappy or zstd");
                yield DeltaSinkSettings.Compression.SNAPPY;
            }
        };
    }
}
