package io.sluice.app.progress;

import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.ledger.LateRow;
import io.sluice.topology.ledger.SourceClock.SourceProgress;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.progress.EventTimes;
import io.sluice.topology.watermark.QueryWatermark;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Event times and watermarks as a report shows them. */
final class EventTimeReport {
    private EventTimeReport() {}

    /** @param rows the event times since the last report */
    static Map<String, String> of(
            List<QueryProgress.SourcePartition> partitions, Optional<QueryWatermark> seen, EventTimes rows) {
        Map<String, String> times = new LinkedHashMap<>();
        if (rows.records() > 0) {
            times.put("min", time(rows.min()));
            times.put("avg", time(rows.mean()));
            times.put("max", time(rows.max()));
        } else {
            // ISO-8601 texts of one zone and format sort as the times do, but for lengths of fractions: compare
            // instants
            partitions.stream()
                    .map(QueryProgress.SourcePartition::maxEventTime)
                    .filter(time -> !time.isEmpty())
                    .max(Comparator.comparing(Instant::parse))
                    .ifPresent(max -> times.put("max", max));
        }
        boolean allSeen =
                partitions.stream().noneMatch(partition -> partition.watermark().isEmpty());
        if (allSeen) {
            partitions.stream()
                    .map(QueryProgress.SourcePartition::watermark)
                    .min(Comparator.comparing(Instant::parse))
                    .ifPresent(watermark -> times.put("watermark", watermark));
        }
        seen.ifPresent(query -> ofQuery(query, times));
        return times;
    }

    private static void ofQuery(QueryWatermark query, Map<String, String> times) {
        if (query.watermark() != Watermark.NONE) {
            times.put("queryWatermark", time(query.watermark()));
        }
        if (!query.heldBackBy().isEmpty()) {
            times.put(
                    "heldBackBy",
                    query.heldBackBy().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
    }

    static QueryProgress.SourcePartition partition(SourceProgress source, Optional<QueryWatermark> seen) {
        return new QueryProgress.SourcePartition(
                source.partition(),
                time(source.maxEventTime()),
                time(source.watermark()),
                seen.filter(query -> query.idle(source.partition())).isPresent(),
                source.rows(),
                source.filteredRows(),
                source.lateRows(),
                source.deadLetters(),
                source.nulledRecords(),
                source.lastLate().map(EventTimeReport::late).orElse(null));
    }

    private static QueryProgress.LateRecord late(LateRow row) {
        return new QueryProgress.LateRecord(
                row.offset(),
                Timestamps.format(row.eventTime()),
                Timestamps.format(row.windowStart()),
                Timestamps.format(row.windowEnd()),
                Timestamps.format(row.watermark()),
                row.lateBy() / 1e6);
    }

    /** Of microseconds; empty when there is none. */
    static String time(long micros) {
        return micros == Watermark.NONE ? "" : Timestamps.format(micros);
    }
}
