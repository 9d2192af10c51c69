package io.sluice.delta;

import io.delta.standalone.VersionLog;
import io.delta.standalone.actions.Action;
import io.delta.standalone.actions.AddFile;
import io.delta.standalone.actions.CommitInfo;
import io.delta.standalone.actions.Metadata;
import io.delta.standalone.actions.RemoveFile;
import io.delta.standalone.actions.SetTransaction;
import io.sluice.delta.file.DataFilePath;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One version of a table, as far as it tells which rows are there.
 *
 * @param ids transaction ids that it moved
 * @param readVersion the version that its writer had seen; empty when the writer left none
 * @param operation such as {@code RESTORE}; empty when the writer left none
 * @param target the version that a RESTORE named; empty where it named a time
 */
record TableCommit(
        long version,
        Set<String> ids,
        OptionalLong readVersion,
        String operation,
        OptionalLong target,
        boolean newMetadata,
        Set<String> added,
        Set<String> removed) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    static TableCommit of(VersionLog log) {
        Set<String> ids = new HashSet<>();
        Set<String> added = new HashSet<>();
        Set<String> removed = new HashSet<>();
        Optional<CommitInfo> info = Optional.empty();
        boolean metadata = false;
        for (Action action : log.getActions()) {
            if (action instanceof SetTransaction moved) {
                ids.add(moved.getAppId());
            } else if (action instanceof AddFile file) {
                added.add(DataFilePath.decode(file.getPath()));
            } else if (action instanceof RemoveFile file) {
                removed.add(DataFilePath.decode(file.getPath()));
            } else if (action instanceof CommitInfo found) {
                info = Optional.of(found);
            } else {
                metadata |= action instanceof Metadata;
            }
        }
        return new TableCommit(
                log.getVersion(),
                ids,
                info.flatMap(CommitInfo::getReadVersion).map(OptionalLong::of).orElse(OptionalLong.empty()),
                info.map(CommitInfo::getOperation).orElse(""),
                target(info.map(CommitInfo::getOperationParameters).orElse(Map.of())),
                metadata,
                added,
                removed);
    }

    private static OptionalLong target(Map<String, String> parameters) {
        String text = String.valueOf(parameters.get("version"));
        return NUMBER.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    boolean isRestore() {
        return operation.equals("RESTORE");
    }

    /** Whether the table begins anew: CREATE OR REPLACE TABLE, with AS SELECT or without, and a clone into an existing table. */
    boolean isReplacement() {
        return operation.contains("REPLACE TABLE") || (operation.equals("CLONE") && newMetadata);
    }

    /** Whether it moved one of the ids that begin so. */
    boolean moves(String prefix) {
        return ids.stream().anyMatch(id -> id.startsWith(prefix));
    }
}
