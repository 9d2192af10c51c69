@NullMarked
package io.sluice.serdes.time;

import org.jspecify.annotations.NullMarked;
