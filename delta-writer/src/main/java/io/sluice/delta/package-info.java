/**
 * A Delta table as this product sees it: create or check it, append rows exactly once, read it back. {@link
 * io.sluice.delta.DeltaTable} is the way in.
 *
 * <p>What holds:
 *
 * <ul>
 *   <li>The truth about what is in a table is one transaction id per input in the table's own log, written in the same version as
 *       the rows. A table that lets those ids expire ({@code delta.setTransactionRetentionDuration}) is refused.
 *   <li>Commit files are created only if absent, on every scheme, or the path is refused: {@code file} by hard links, {@code hdfs},
 *       {@code abfs} and {@code abfss} by a rename that does not replace. The latter two need {@code hadoop-azure} beside.
 *   <li>Tables of reader version 1 and writer version 2 are written; newer ones are refused by name before anything is read.
 *   <li>Partition values of type timestamp are written in UTC and say so ({@code 2026-01-31T08:10:00.000000Z}); an empty string is
 *       null there, as the protocol has no empty value.
 *   <li>Files that a killed process leaves behind belong to no version and go with the next VACUUM; temporary files in the log
 *       folder start with a dot and are seen by no reader.
 * </ul>
 *
 * <p>Hadoop reads no configuration file here and is told what it needs in {@link io.sluice.delta.DeltaOptions}. Its warning that
 * native code could not be loaded is harmless; loggers {@code org.apache.hadoop}, {@code org.apache.parquet}, {@code shadedelta} and
 * {@code io.delta} belong at level WARN or ERROR, for at DEBUG they print every value.
 */
@NullMarked
package io.sluice.delta;

import org.jspecify.annotations.NullMarked;
