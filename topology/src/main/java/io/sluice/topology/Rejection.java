package io.sluice.topology;

import java.util.Optional;

/**
 * Why a record became a dead letter.
 *
 * @param column the column that is at fault, where it is one
 * @param reason for a person who looks after the producer: rule and value
 */
record Rejection(Stage stage, Optional<String> column, String reason) {

    /** Where a record was rejected. */
    enum Stage {
        /** The message is no row of the source's schema. */
        DECODE,
        /** The event time is missing or too far in the future. */
        EVENT_TIME,
        /** An expression of the query has no value for the row. */
        EXPRESSION,
        /** A closed window's result does not fit the output; the value is the aggregate as JSON. */
        OUTPUT
    }
}
