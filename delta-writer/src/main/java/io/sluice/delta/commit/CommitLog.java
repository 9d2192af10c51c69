package io.sluice.delta.commit;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The log of a table, as far as {@link Committer} needs it. Confined to one thread. */
public interface CommitLog {
    /**
     * Reads the latest version of the table, afresh, and opens a transaction on it that is conflict-checked on all of
     * {@code transactionIds}.
     *
     * @throws IOException when the log cannot be read just now: worth another attempt
     * @throws RuntimeException when it must not be written to at all: not tried again
     */
    Attempt begin(Set<String> transactionIds) throws IOException;

    /**
     * The version after {@code version} that added the file; empty when none did.
     *
     * @throws IOException when the versions in between cannot all be read
     */
    OptionalLong versionThatAdded(DataFile file, long version) throws IOException;

    /**
     * Whether a commit that was reported as failed, and of which a later {@link #begin} shows nothing, may still take effect
     * afterwards, as with a request that is under way to a distant store. When it may, its data files have to stay.
     */
    boolean lateCommitsPossible();

    /** A transaction on one version of the table; good for one commit. */
    interface Attempt {
        /** The version that {@link #positions} were read from. */
        long version();

        /** The position of each of the transaction ids; ids without one are absent. */
        Map<String, Long> positions();

        /**
         * Makes one new version that holds the files and moves every span's id to its {@code to}, or fails because another
         * commit moved one of the ids in the meantime.
         *
         * @return the new version
         * @throws Exception anything at all; this, or an error, does <em>not</em> tell that no version was made
         */
        long commit(List<Span> spans, List<DataFile> files) throws Exception;
    }
}
