package io.sluice.query.sql;

import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * A parsed query in the spellings Calcite has.
 *
 * @param windows those that stood in it, in no order
 */
record Rewritten(SqlNode node, List<WindowFunction> windows) {}
