package io.sluice.serdes.decode;

/** What becomes of NaN, Infinity and -Infinity, which JSON has no number for but many programs write. */
public enum NonFinite {
    /** Their message is a bad record. */
    REJECT,
    /** They are values of float and double columns, also as the strings that Spark and others write. */
    ACCEPT,
    /** They are null. */
    TO_NULL
}
