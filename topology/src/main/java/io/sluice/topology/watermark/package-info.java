/** How the partitions of a source share one watermark, and what silence of a partition means. Plain Java: Kafka is behind a port. */
@NullMarked
package io.sluice.topology.watermark;

import org.jspecify.annotations.NullMarked;
