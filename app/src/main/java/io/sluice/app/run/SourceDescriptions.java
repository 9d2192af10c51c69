package io.sluice.app.run;

import io.sluice.query.plan.Lineage;
import io.sluice.query.plan.QueryPlan;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.SourceDescription;
import java.time.Duration;
import java.util.BitSet;

/** From the source of a query file to what the topology must know of it. */
final class SourceDescriptions {
    private SourceDescriptions() {}

    /** @param partitions number of partitions of the topic */
    static SourceDescription of(QueryDefinition.Source source, QueryPlan plan, int partitions) {
        Schema schema = source.schema();
        int watermarkColumn = source.watermarkColumn().isEmpty()
                ? SourceDescription.NO_EVENT_TIME
                : schema.ordinal(source.watermarkColumn())
                        .orElseThrow(() -> new IllegalStateException("the watermark column was checked before"));
        BitSet wanted = wantedColumns(source, plan);
        if (watermarkColumn != SourceDescription.NO_EVENT_TIME) {
            wanted.set(watermarkColumn);
        }
        source.eventTime().ifPresent(expression -> {
            wanted.clear(watermarkColumn);
            expression.references().forEach(wanted::set);
        });
        return new SourceDescription(
                source.topic(),
                partitions,
                schema,
                watermarkColumn,
                source.eventTime(),
                micros(source.delay()),
                micros(source.maxFutureSkew()),
                source.key(),
                source.silence(),
                source.badRecords(),
                source.lateRecords(),
                () -> source.format().decoder(wanted));
    }

    /** What the query reads, and the columns in which a null makes a bad record whether or not the query reads them. */
    private static BitSet wantedColumns(QueryDefinition.Source source, QueryPlan plan) {
        BitSet wanted = Lineage.usedColumns(plan, source.name());
        for (int column = 0; column < source.schema().width(); column++) {
            if (!source.schema().column(column).nullable()) {
                wanted.set(column);
            }
        }
        return wanted;
    }

    private static long micros(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000), duration.getNano() / 1_000);
    }
}
