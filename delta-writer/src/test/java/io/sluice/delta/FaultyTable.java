package io.sluice.delta;

import java.util.Map;

/** A real table, each of whose calls to storage meets the fault that {@link StorageFaults} plans for it. */
public final class FaultyTable {
    private static final Map<String, String> FILE_SYSTEM =
            Map.of("fs.file.impl", FaultyFileSystem.class.getName(), "fs.file.impl.disable.cache", "true");

    private FaultyTable() {}

    public static DeltaTable at(String path, DeltaOptions options) {
        return DeltaTable.at(
                path, options.withLogStore(FaultyLogStore.class).withHadoop(FILE_SYSTEM), FaultyFolder::new);
    }
}
