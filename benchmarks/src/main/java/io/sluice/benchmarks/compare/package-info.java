/**
 * The whole-process comparison: Sluice, its peers and the bare limits, each as a process of its own, on the same readings and the
 * same broker. {@link io.sluice.benchmarks.compare.Compare} is the program.
 */
@NullMarked
package io.sluice.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
