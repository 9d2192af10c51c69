/** Aggregate functions over rows of state: pure, one place for Spark's rules of null, NaN and overflow. */
@NullMarked
package io.sluice.topology.aggregate;

import org.jspecify.annotations.NullMarked;
