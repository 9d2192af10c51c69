/** What the stream threads tell about themselves. */
@NullMarked
package io.sluice.topology.progress;

import org.jspecify.annotations.NullMarked;
