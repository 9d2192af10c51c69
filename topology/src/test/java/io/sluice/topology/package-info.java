/** Tests of the shipped topology in a TopologyTestDriver. */
@NullMarked
package io.sluice.topology;

import org.jspecify.annotations.NullMarked;
