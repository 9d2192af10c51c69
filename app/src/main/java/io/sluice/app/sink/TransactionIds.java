package io.sluice.app.sink;

/**
 * The one place where the identity of a commit is made: query, outbox topic (by Kafka's id, so that a topic that was deleted and
 * made anew starts over) and partition. The version of a transaction id in the Delta log is the next offset of that partition.
 *
 * @param queryId id from the query's identity
 * @param topicId Kafka's id of the closed-windows topic
 */
public record TransactionIds(String queryId, String topicId) {

    public String of(int partition) {
        return prefix() + topicId + ":" + partition;
    }

    /** What all transaction ids of the query begin with, whatever the topic. */
    public String prefix() {
        return queryId + ":";
    }
}
