package io.sluice.topology;

/** The topics that a query owns, all named after it. */
public record TopicNames(String query) {

    /** The hand-over to the sink stage: one record per row of a closed window. */
    public String closedWindows() {
        return query + "-closed-windows";
    }

    public String deadLetters() {
        return query + "-dead-letters";
    }

    /** Records whose windows were closed, where they are to be kept. */
    public String lateRecords() {
        return query + "-late";
    }

    /** Identity and fingerprint of the query. */
    public String identity() {
        return query + "-identity";
    }

    /** What the source's partitions tell each other of their watermarks. */
    public String watermarks() {
        return query + "-watermarks";
    }

    /** The log of the ledger's state; the name is Kafka Streams' choice. */
    public String ledgerChangelog() {
        return query + "-" + QueryTopology.LEDGER_STORE + "-changelog";
    }

    /** The log of the source partitions' clocks, of queries with a shuffle; the name is Kafka Streams' choice. */
    public String sourceClockChangelog() {
        return query + "-" + QueryTopology.SOURCE_CLOCK_STORE + "-changelog";
    }

    /** Partial aggregates and watermarks between source partitions and ledgers; the name is Kafka Streams' choice. */
    public String shuffle() {
        return query + "-" + QueryTopology.SHUFFLE + "-repartition";
    }
}
