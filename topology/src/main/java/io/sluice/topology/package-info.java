/** See the module's description. */
@NullMarked
package io.sluice.topology;

import org.jspecify.annotations.NullMarked;
