/** Tests of plans cut at their window, and of the row functions around it. */
@NullMarked
package io.sluice.topology.pipeline;

import org.jspecify.annotations.NullMarked;
