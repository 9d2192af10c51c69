package io.sluice.topology;

/** What becomes of a record whose window is closed, besides that its late rows are counted. */
public enum LateRecords {
    /** Nothing more. */
    DROP,
    /** It is kept as it came in the topic of late records. */
    TOPIC
}
