/** Filters and projections before and after the window aggregate, as one function over reusable rows. */
@NullMarked
package io.sluice.topology.pipeline;

import org.jspecify.annotations.NullMarked;
