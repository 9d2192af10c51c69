/** A Delta table as this product sees it: create or check it, append rows exactly once, read it back. */
@NullMarked
package io.sluice.delta;

import org.jspecify.annotations.NullMarked;
