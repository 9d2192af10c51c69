/** What a row is: types, columns, schema and the reusable row that every stage reads and writes. */
@NullMarked
package io.sluice.serdes.schema;

import org.jspecify.annotations.NullMarked;
