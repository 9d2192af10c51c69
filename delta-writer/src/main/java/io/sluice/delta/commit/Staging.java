package io.sluice.delta.commit;

import java.io.IOException;
import java.util.List;

/** Writes the rows of one commit into data files. */
public interface Staging {
    /**
     * Writes all rows, durably, into new files; no files when there are no rows. May be called again after it failed, and then
     * starts afresh; whatever a failed call left behind it removes itself, as well as it can.
     *
     * @throws IOException when the files could not be written: worth another attempt
     * @throws IllegalArgumentException when a row cannot be stored in the table at all
     */
    List<DataFile> write() throws IOException;

    /** Removes files that no version of the table names. What cannot be removed is left to VACUUM; this does not fail. */
    void delete(List<DataFile> files);

    /**
     * Whether all the files are there, which a version of the table has come to name: a VACUUM that was under way does not know of
     * files without a version, and removes them when its retention is shorter than a commit takes.
     *
     * @throws IOException when that could not be found out
     */
    boolean areThere(List<DataFile> files) throws IOException;

    /**
     * Writes those of the files that are gone again, into a table that is there; where it is not, nothing is made.
     *
     * @throws IOException when that could not be done
     */
    void repair(List<DataFile> files) throws IOException;
}
