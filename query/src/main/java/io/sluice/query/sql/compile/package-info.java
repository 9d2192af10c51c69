/**
 * Compiles Calcite's checked row expressions into typed closures over {@link io.sluice.serdes.schema.Row}. Numbers are never
 * boxed; the semantics are Spark's in ANSI mode: overflow, division by zero and a failing cast are errors of the row.
 */
@NullMarked
package io.sluice.query.sql.compile;

import org.jspecify.annotations.NullMarked;
