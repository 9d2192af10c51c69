package io.sluice.topology;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Where a record lies in Kafka. */
record Origin(String topic, int partition, long offset) {
    static Origin of(ConsumerRecord<?, ?> record) {
        return new Origin(record.topic(), record.partition(), record.offset());
    }
}
