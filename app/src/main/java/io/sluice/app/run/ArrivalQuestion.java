package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.TopicReader;
import io.sluice.serdes.decode.Message;
import io.sluice.topology.ArrivedRow;
import io.sluice.topology.ArrivedRows;
import io.sluice.topology.KafkaMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The rows of a query's source in the order in which they arrived, read once more from the beginning: it needs no running query. */
public final class ArrivalQuestion {
    private ArrivalQuestion() {}

    /** Who is told of what is read. */
    public interface Visitor {
        /** Before the first message: about as many will come. */
        void expected(long messages);

        /** A message is read; it may have no rows. */
        void message();

        void row(ArrivedRow row);
    }

    /**
     * Reads the topic up to the end that it has now.
     *
     * @return what became of the messages
     * @throws QueryStartException when there is no such topic
     * @throws io.sluice.app.kafka.KafkaUnavailableException when Kafka does not answer
     */
    public static ArrivedRows ofTopic(QueryDefinition query, KafkaAccess kafka, Visitor visitor) {
        List<TopicPartition> partitions =
                KafkaCluster.partitions(SourceTopic.require(query, kafka.cluster(), kafka.connection()));
        ArrivedRows rows = rows(query, partitions.size());
        visitor.expected(kafka.cluster().recordsIn(partitions));
        Consumer<Message> reading = reading(rows, visitor);
        TopicReader.read(
                kafka.cluster(), kafka.connection(), partitions, record -> reading.accept(KafkaMessage.of(record)));
        return rows;
    }

    /**
     * Reads a file that has one message a line, as if it were the only partition of the topic.
     *
     * @param nowMs when the messages count as arrived, in milliseconds since 1970-01-01T00:00Z
     * @return what became of the messages
     */
    public static ArrivedRows ofFile(QueryDefinition query, Path file, long nowMs, Visitor visitor) throws IOException {
        ArrivedRows rows = rows(query, 1);
        Consumer<Message> reading = reading(rows, visitor);
        // a character for each byte: the decoder gets the bytes of the file
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            long offset = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                byte[] value = line.getBytes(StandardCharsets.ISO_8859_1);
                reading.accept(new Line(value, query.source().topic(), offset++, nowMs));
            }
        }
        return rows;
    }

    private static ArrivedRows rows(QueryDefinition query, int partitions) {
        return new ArrivedRows(SourceDescriptions.of(query.source(), query.plan(), partitions), query.plan());
    }

    private static Consumer<Message> reading(ArrivedRows rows, Visitor visitor) {
        Consumer<ArrivedRow> each = visitor::row;
        return message -> {
            visitor.message();
            rows.take(message, each);
        };
    }

    /** @param offset lines before it */
    private record Line(byte[] value, String topic, long offset, long timestampMs) implements Message {
        @Override
        public byte @Nullable [] key() {
            return null;
        }

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public byte @Nullable [] header(String name) {
            return null;
        }
    }
}
