@NullMarked
package io.sluice.serdes.wire;

import org.jspecify.annotations.NullMarked;
