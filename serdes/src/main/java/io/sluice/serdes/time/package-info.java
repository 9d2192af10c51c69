/** Times as text: durations in Spark's spelling, timestamps in microseconds and dates in days, both since 1970. */
@NullMarked
package io.sluice.serdes.time;

import org.jspecify.annotations.NullMarked;
