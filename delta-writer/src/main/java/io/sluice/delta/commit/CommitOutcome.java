package io.sluice.delta.commit;

import java.util.Map;

/** How an attempt to append rows ended. Whoever calls must handle each; none of them is a failure. */
public sealed interface CommitOutcome {

    /**
     * This call appended the rows, in one version of the table.
     *
     * @param version the version that holds them
     * @param rows how many
     */
    record Committed(long version, long rows) implements CommitOutcome {}

    /**
     * The table stood at the end of every span: an earlier call, perhaps of another process, appended these rows. Nothing was
     * added, and the caller goes on behind the spans.
     *
     * @param version the version of the table in which this was seen
     */
    record AlreadyCommitted(long version) implements CommitOutcome {}

    /**
     * There were no rows, so no version was made. The positions in the table are unchanged: the next span starts where this
     * one did.
     *
     * @param version the latest version of the table
     */
    record NothingToCommit(long version) implements CommitOutcome {}

    /**
     * Somebody else moved an input on. Nothing was added by this call, unless an earlier attempt of it was and the inputs went
     * on from there. The caller drops its rows and goes to the positions given.
     *
     * @param positions the position of each input in the table; an input without one is absent
     */
    record Fenced(Map<String, Long> positions) implements CommitOutcome {
        public Fenced {
            positions = Map.copyOf(positions);
        }
    }
}
