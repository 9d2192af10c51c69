/** The binary form of rows in state stores and internal topics. */
@NullMarked
package io.sluice.serdes.wire;

import org.jspecify.annotations.NullMarked;
