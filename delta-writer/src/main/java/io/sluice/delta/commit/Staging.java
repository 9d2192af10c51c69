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
}
