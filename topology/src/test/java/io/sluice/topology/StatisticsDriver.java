package io.sluice.topology;

import java.util.List;

/** A topology that computes {@link Statistics} of {@link Measurement}s, in a TopologyTestDriver. */
interface StatisticsDriver extends AutoCloseable {
    /** Pipes one message and commits. */
    void feed(Measurement measurement);

    /** Rows of windows that were closed since the last question, by window and unit. */
    List<Statistics> closed();

    @Override
    void close();
}
