package io.sluice.app.file;

/** Where the rows go. */
public sealed interface SinkSettings permits DeltaSinkSettings {}
