package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.Redrive;
import io.sluice.app.kafka.TopicReader;
import io.sluice.topology.TopicNames;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/** What a query could not use, read from Kafka and sent back there: it needs no running instance, and does not mind one. */
public final class DeadLetters {
    private final QueryDefinition query;
    private final KafkaAccess kafka;
    private final String topic;

    public DeadLetters(QueryDefinition query, KafkaAccess kafka) {
        this.query = query;
        this.kafka = kafka;
        this.topic = new TopicNames(query.name()).deadLetters();
    }

    /** @param passed whether a re-drive has sent it back, or passed it over */
    public record Letter(StreamingQuery.DeadLetter told, boolean passed) {}

    public String topic() {
        return topic;
    }

    /** Calls the visitor for each, in the order in which they came; not at all when there is no such topic. */
    public void visit(Consumer<Letter> visitor) {
        Optional<TopicDescription> letters = kafka.cluster().topic(topic);
        if (letters.isPresent()) {
            Map<TopicPartition, Long> passed = kafka.cluster().committedOffsets(query.redriveGroup());
            TopicReader.read(kafka.cluster(), kafka.connection(), KafkaCluster.partitions(letters.get()), letter -> {
                long next = passed.getOrDefault(new TopicPartition(letter.topic(), letter.partition()), 0L);
                visitor.accept(new Letter(LastDeadLetters.of(letter), letter.offset() < next));
            });
        }
    }

    /**
     * Sends those that are there now and were not sent before back to the source topic, to the partition that each was in, as it was.
     *
     * @throws QueryStartException when the source topic is not there
     */
    public Redrive.Outcome redrive() {
        Optional<TopicDescription> letters = kafka.cluster().topic(topic);
        if (letters.isEmpty()) {
            return new Redrive.Outcome(0, Map.of());
        }
        TopicDescription source = SourceTopic.require(query, kafka.cluster(), kafka.connection());
        return Redrive.run(kafka.cluster(), kafka.connection(), letters.get(), source, query.redriveGroup());
    }
}
