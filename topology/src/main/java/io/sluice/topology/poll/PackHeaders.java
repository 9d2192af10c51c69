package io.sluice.topology.poll;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The one thing of a record that Kafka Streams passes to a deserializer as it is. They are empty. */
final class PackHeaders extends RecordHeaders {
    private final List<ConsumerRecord<byte[], byte[]>> records;

    PackHeaders(List<ConsumerRecord<byte[], byte[]>> records) {
        this.records = records;
    }

    List<ConsumerRecord<byte[], byte[]>> records() {
        return records;
    }
}
