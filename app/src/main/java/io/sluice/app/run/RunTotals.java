package io.sluice.app.run;

/**
 * What this process has done since its start.
 *
 * @param records read; filtered and late ones and dead letters included
 * @param committedRows rows committed to the table
 * @param version of the table after the last commit, or as it was found
 */
public record RunTotals(long records, long committedRows, long version) {}
