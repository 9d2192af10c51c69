/** The data files of a table: Parquet, column statistics, partition values and the folder they lie in. */
@NullMarked
package io.sluice.delta.file;

import org.jspecify.annotations.NullMarked;
