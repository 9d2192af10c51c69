package io.sluice.app.file;

/** What is written of a changing result. */
public enum OutputMode {
    /** Rows that will never change again. */
    APPEND
}
