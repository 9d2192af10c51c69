/** Tests. */
@NullMarked
package io.sluice.app.checkpoint;

import org.jspecify.annotations.NullMarked;
