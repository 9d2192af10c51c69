/** Waiting in tests. */
@NullMarked
package io.sluice.app.await;

import org.jspecify.annotations.NullMarked;
