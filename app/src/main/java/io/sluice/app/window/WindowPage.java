package io.sluice.app.window;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of an answer. Times are ISO-8601 texts in UTC.
 *
 * @param committed whether only committed state was read: always so
 * @param watermarks of the ledgers that were asked, by partition; empty text where there is none yet
 * @param windows by window, then by group
 * @param next where the next page begins; absent on the last one. A page may hold fewer rows than were asked for, when looking for
 *     them takes long, and still have a next one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WindowPage(
        boolean committed,
        Map<Integer, String> watermarks,
        List<Group> windows,
        @Nullable String next) {

    /**
     * A group of an open window [windowStart, windowEnd).
     *
     * @param keys values of the group-by columns, by name, as in JSON
     * @param aggregates so far, by name
     * @param watermark of the ledger it lies in
     * @param closesAt the window closes when the source has had an event of that time, in each partition that is not idle
     * @param problem why there are no aggregates; absent when there are
     * @param cursor of this row
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Group(
            String windowStart,
            String windowEnd,
            Map<String, @Nullable Object> keys,
            Map<String, @Nullable Object> aggregates,
            int partition,
            String watermark,
            String closesAt,
            @Nullable String problem,
            String cursor) {}
}
