/** The process. */
@NullMarked
package io.sluice.app;

import org.jspecify.annotations.NullMarked;
