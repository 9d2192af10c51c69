/** Tests of the aggregate functions. */
@NullMarked
package io.sluice.topology.aggregate;

import org.jspecify.annotations.NullMarked;
