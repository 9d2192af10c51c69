package io.sluice.topology.aggregate;

import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Row;
import java.util.List;

/**
 * One aggregate over the slots it owns in a row of state. Functions are stateless; everything they know lies in the row, which
 * is what the ledger stores.
 */
interface AggregateFunction {

    /** Types of the slots, in order; each may be null. */
    List<DataType> slots();

    /** Makes the slots of a new group, which are all null, stand for "no rows yet". */
    default void initialize(Row state, int slot) {}

    /** Takes one input row in. */
    void add(Row state, int slot, Row input);

    /** Takes in what another state of the same function holds; afterwards this state is as if it had seen both inputs. */
    void merge(Row state, int slot, Row other);

    /**
     * Writes the result.
     *
     * @throws io.sluice.query.plan.EvaluationException when the result does not fit its type
     */
    void finish(Row state, int slot, Row output, int column);
}
