/** The life of a query: checks before the first record, start, triggers, end. */
@NullMarked
package io.sluice.app.run;

import org.jspecify.annotations.NullMarked;
