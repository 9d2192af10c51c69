package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.TopicReader;
import io.sluice.topology.TopicNames;
import io.sluice.topology.watermark.QueryWatermark;
import io.sluice.topology.watermark.SharedWatermarks;
import io.sluice.topology.watermark.SilenceRule;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;

/** How far the source's partitions are, as their tasks have told: it needs no running instance. */
public final class QueryWatermarkQuestion {
    private QueryWatermarkQuestion() {}

    /** Empty when nothing was told, or silence leads to nothing. Partitions count as idle when their tasks have called them so. */
    public static Optional<QueryWatermark> ask(QueryDefinition query, KafkaAccess kafka) {
        Optional<TopicDescription> source = kafka.cluster().topic(query.source().topic());
        Optional<TopicDescription> told = kafka.cluster().topic(new TopicNames(query.name()).watermarks());
        if (source.isEmpty() || told.isEmpty() || !query.source().silence().watched()) {
            return Optional.empty();
        }
        int partitions = source.get().partitions().size();
        SharedWatermarks shared = new SharedWatermarks(
                partitions, SilenceRule.watching(query.source().silence()), 0);
        TopicReader.read(
                kafka.cluster(),
                kafka.connection(),
                KafkaCluster.partitions(told.get()),
                message -> shared.read(message.key(), message.value()));
        shared.proven(IntStream.range(0, partitions).boxed().collect(Collectors.toSet()), 0);
        return Optional.of(shared.at(0)).filter(seen -> !seen.knowsNobody());
    }
}
