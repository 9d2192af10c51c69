/** What one step costs, measured by JMH; {@code benchmarks/run} runs it. */
@NullMarked
package io.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
