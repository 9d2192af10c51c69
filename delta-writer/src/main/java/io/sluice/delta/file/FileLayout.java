package io.sluice.delta.file;

import java.util.List;

/**
 * How rows are laid out in data files.
 *
 * @param data the columns inside a file
 * @param partition the columns that tell files apart and are not inside, in the table's order
 * @param indexedColumns how many of the data columns, from the first on, have statistics
 */
public record FileLayout(List<FileColumn> data, List<FileColumn> partition, int indexedColumns) {
    public FileLayout {
        data = List.copyOf(data);
        partition = List.copyOf(partition);
    }
}
