/** Silence and the query-wide watermark, attacked by seeded schedules. */
@NullMarked
package io.sluice.topology.watermark;

import org.jspecify.annotations.NullMarked;
