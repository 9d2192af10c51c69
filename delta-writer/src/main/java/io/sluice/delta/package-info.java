/** See the module's description. */
@NullMarked
package io.sluice.delta;

import org.jspecify.annotations.NullMarked;
