package io.sluice.query.sql;

import io.sluice.serdes.schema.Schema;
import java.util.Optional;

/**
 * A source that a query can read.
 *
 * @param name the name in FROM, looked up without regard to case
 * @param watermarkColumn the timestamp column whose progress closes windows; empty when the source declares no watermark
 */
public record SourceTable(String name, Schema schema, Optional<String> watermarkColumn) {}
