package io.sluice.topology;

/** What becomes of a record that is no row of its source's schema, or that the query cannot use. */
public enum BadRecords {
    /** It is kept in the topic of dead letters, and the query goes on. */
    DEAD_LETTER,
    /** The query stops at it. */
    FAIL,
    /**
     * A column that cannot be read is null. Where that does not help, because it is the event time, or declared not null, or because
     * the record is wrong as a whole, the record is a dead letter.
     */
    TO_NULL
}
