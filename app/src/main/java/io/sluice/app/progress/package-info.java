/** What a query reports about itself. */
@NullMarked
package io.sluice.app.progress;

import org.jspecify.annotations.NullMarked;
