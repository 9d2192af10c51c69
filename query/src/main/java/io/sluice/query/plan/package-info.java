/** The logical plan of a query: sealed records that say what is computed, free of SQL and of Kafka. */
@NullMarked
package io.sluice.query.plan;

import org.jspecify.annotations.NullMarked;
