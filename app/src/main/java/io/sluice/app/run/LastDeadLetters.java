package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.TopicReader;
import io.sluice.topology.KeptHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The newest records of a query's dead-letter topic, for people. */
final class LastDeadLetters {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** Each commit leaves a marker, so that the newest records lie some way back. */
    private static final int OFFSETS_FOR_EACH = 10;

    private static final int MOST_CHARACTERS = 300;

    private LastDeadLetters() {}

    /** Newest first. */
    static List<StreamingQuery.DeadLetter> read(
            KafkaCluster cluster, Map<String, String> connection, String topic, int most) {
        Optional<TopicDescription> description = cluster.topic(topic);
        List<StreamingQuery.DeadLetter> letters = new ArrayList<>();
        description.ifPresent(found -> TopicReader.readTail(
                cluster,
                connection,
                KafkaCluster.partitions(found),
                (long) most * OFFSETS_FOR_EACH,
                PATIENCE,
                letter -> letters.add(of(letter))));
        letters.sort(Comparator.comparing(StreamingQuery.DeadLetter::time).reversed());
        return letters.subList(0, Math.min(most, letters.size()));
    }

    static StreamingQuery.DeadLetter of(ConsumerRecord<byte[], byte[]> letter) {
        String place = header(letter, KeptHeaders.TOPIC)
                .map(topic ->
                        topic + "-" + header(letter, KeptHeaders.PARTITION).orElse("?") + " offset "
                                + header(letter, KeptHeaders.OFFSET).orElse("?"))
                .orElse("");
        return new StreamingQuery.DeadLetter(
                header(letter, KeptHeaders.TIME)
                        .orElse(Instant.ofEpochMilli(letter.timestamp()).toString()),
                place,
                header(letter, KeptHeaders.STAGE).orElse(""),
                header(letter, KeptHeaders.COLUMN).orElse(""),
                header(letter, KeptHeaders.REASON).orElse(""),
                letter.value() == null ? "" : shortened(text(letter.value())));
    }

    private static Optional<String> header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return KeptHeaders.text(letter.headers(), name);
    }

    /** Bytes that are no text in hexadecimal. */
    private static String text(byte[] value) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
        } catch (CharacterCodingException binary) {
            return "0x" + HexFormat.of().formatHex(value, 0, Math.min(value.length, MOST_CHARACTERS));
        }
    }

    private static String shortened(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS - 1) + "\u2026";
    }
}
