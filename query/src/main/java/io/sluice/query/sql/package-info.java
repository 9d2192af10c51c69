/** From the SQL text of a query to its plan: Calcite parses and checks, expressions are compiled to closures over rows. */
@NullMarked
package io.sluice.query.sql;

import org.jspecify.annotations.NullMarked;
