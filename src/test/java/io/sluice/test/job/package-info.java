/** The main job, end to end: a topic, a query, a Delta table. */
@NullMarked
package io.sluice.test.job;

import org.jspecify.annotations.NullMarked;
