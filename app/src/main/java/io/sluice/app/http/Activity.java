package io.sluice.app.http;

import io.sluice.app.run.StreamingQuery;
import io.sluice.query.plan.Window;
import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.pipeline.WindowedQuery;
import io.sluice.topology.progress.EventTimes;
import io.sluice.topology.progress.LedgerProgress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the page draws of this instance: numbers that the tasks have published anyway.
 *
 * @param windows oldest first
 * @param latenessSeconds upper bounds, inclusive, of all but the last of {@code latenessRows}
 * @param latenessRows rows by how far they lay behind their partition's largest event time
 */
record Activity(List<OpenWindow> windows, List<Long> latenessSeconds, List<Long> latenessRows) {

    /** @param groups in the ledgers of this instance */
    record OpenWindow(String start, String end, int groups) {}

    static Activity of(StreamingQuery query) {
        if (!query.definition().hasWindow()) {
            return new Activity(
                    List.of(),
                    boundsInSeconds(),
                    query.topologyProgress().eventTimes().lateness());
        }
        Window window = WindowedQuery.of(query.definition().plan()).aggregate().window();
        Map<Long, Integer> groups = new TreeMap<>();
        for (LedgerProgress ledger : query.topologyProgress().ledgers()) {
            ledger.windows().forEach((start, here) -> groups.merge(start, here, Integer::sum));
        }
        return new Activity(
                groups.entrySet().stream()
                        .map(open -> new OpenWindow(
                                Timestamps.format(open.getKey()),
                                Timestamps.format(window.endOf(open.getKey())),
                                open.getValue()))
                        .toList(),
                boundsInSeconds(),
                query.topologyProgress().eventTimes().lateness());
    }

    private static List<Long> boundsInSeconds() {
        return EventTimes.LATENESS_BOUNDS.stream()
                .map(bound -> bound.toSeconds())
                .toList();
    }
}
