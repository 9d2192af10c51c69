/** From a row to text for people: consoles, dead letters, progress. */
@NullMarked
package io.sluice.serdes.encode;

import org.jspecify.annotations.NullMarked;
