/** A real broker in a process of its own, and the few things that tests do with it. */
@NullMarked
package io.sluice.test.kafka;

import org.jspecify.annotations.NullMarked;
