/** The sink stage: from the closed-windows topic into the Delta table. */
@NullMarked
package io.sluice.app.sink;

import org.jspecify.annotations.NullMarked;
