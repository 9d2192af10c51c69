package io.sluice.app.sink;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Where the records go that a query without a window cannot use. Called by one table thread only. */
interface DeadLetterOutlet {

    /** @param offset of the bad record in its partition */
    record Letter(long offset, ProducerRecord<byte[], byte[]> record) {}

    /**
     * Sends the letters of a source partition that were not sent before, and notes in the same transaction that all below a position
     * are sent. Comes before the commit to the table that passes them, so that each is sent once, whatever happens in between.
     *
     * @param upTo the position; all letters lie below it
     * @return false when another owner of the partition has taken over meanwhile: then nothing was sent
     */
    boolean send(int partition, long upTo, List<Letter> letters);
}
