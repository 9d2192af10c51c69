/** From a message's bytes to a row, or to the reason why there is none. */
@NullMarked
package io.sluice.serdes.decode;

import org.jspecify.annotations.NullMarked;
