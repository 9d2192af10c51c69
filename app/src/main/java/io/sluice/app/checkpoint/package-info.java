/** The checkpoint folder: lock, identity, local offset checkpoint, progress. */
@NullMarked
package io.sluice.app.checkpoint;

import org.jspecify.annotations.NullMarked;
