/** Generators that the tests of several packages share. */
@NullMarked
package io.sluice.serdes;

import org.jspecify.annotations.NullMarked;
