package io.sluice.app.run;

import io.sluice.serdes.schema.Schema;
import io.sluice.topology.QueryTopology;
import io.sluice.topology.progress.TopologyProgress;

/**
 * What a query comes to, for people.
 *
 * @param output columns of the table
 * @param topology Kafka Streams' own description
 */
public record QueryDescription(Schema output, boolean needsShuffle, String topology) {

    public static QueryDescription of(QueryDefinition query) {
        if (!query.hasWindow()) {
            return new QueryDescription(
                    query.plan().schema(),
                    false,
                    "  none: without a window the sink stage reads topic "
                            + query.source().topic() + " itself\n");
        }
        QueryTopology topology = query.topology(1, new TopologyProgress());
        return new QueryDescription(
                topology.outputSchema(),
                topology.needsShuffle(),
                topology.build(QueryTopology.DEFAULT_MAX_BATCH_BYTES).describe().toString());
    }
}
