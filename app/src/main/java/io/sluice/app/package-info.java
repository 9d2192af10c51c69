/** See the module's description. */
@NullMarked
package io.sluice.app;

import org.jspecify.annotations.NullMarked;
