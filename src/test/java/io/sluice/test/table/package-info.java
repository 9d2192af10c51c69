/** Other users of a table beside its writer: what Spark does to it, and what the writer makes of that. */
@NullMarked
package io.sluice.test.table;

import org.jspecify.annotations.NullMarked;
