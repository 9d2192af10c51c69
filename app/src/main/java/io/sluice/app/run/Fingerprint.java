package io.sluice.app.run;

import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.plan.Window;
import io.sluice.query.plan.ZonedDays;
import io.sluice.serdes.time.DurationText;
import io.sluice.topology.pipeline.WindowedQuery;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** What of a query must not change while its state and output are kept. Trigger, threads and connection may change freely. */
final class Fingerprint {
    static final String NAME = "name";

    private Fingerprint() {}

    static Map<String, String> of(QueryDefinition query, QueryPlan plan) {
        QueryDefinition.Source source = query.source();
        Map<String, String> aspects = new LinkedHashMap<>();
        aspects.put(NAME, query.name());
        aspects.put("sources." + source.name() + ".kafka.topic", source.topic());
        aspects.put(
                "sources." + source.name() + ".schema", source.format().schema().toString());
        aspects.put("sources." + source.name() + ".key", source.key().toString());
        if (plan.hasWindow()) {
            aspects.put(
                    "sources." + source.name() + ".watermark.column",
                    source.eventTime().map(RowExpression::text).orElse(source.watermarkColumn()));
            aspects.put("sources." + source.name() + ".watermark.delay", DurationText.format(source.delay()));
        }
        aspects.put("query: window", plan.hasWindow() ? window(plan) : "none");
        aspects.put("query", plan.describe().strip());
        aspects.put("sink.delta.path", query.sink().path());
        aspects.put("sink.delta.partitionBy", query.sink().partitionBy().toString());
        return aspects;
    }

    private static String window(QueryPlan plan) {
        Window window = WindowedQuery.of(plan).aggregate().window();
        return text(window.sizeMicros())
                + (window instanceof ZonedDays days ? " in " + days.zone() : "")
                + (window.offsetMicros() == 0 ? "" : " shifted by " + text(window.offsetMicros()));
    }

    private static String text(long micros) {
        return DurationText.format(Duration.of(micros, ChronoUnit.MICROS));
    }
}
