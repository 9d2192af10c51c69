package io.sluice.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.standalone.VersionLog;
import io.delta.standalone.actions.Action;
import io.delta.standalone.actions.AddFile;
import io.delta.standalone.actions.CommitInfo;
import io.delta.standalone.actions.RemoveFile;
import io.delta.standalone.actions.SetTransaction;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads commits for people. */
final class TableHistory {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TableHistory() {}

    static List<TableVersion> of(Iterator<VersionLog> commits) throws IOException {
        List<TableVersion> versions = new ArrayList<>();
        while (commits.hasNext()) {
            versions.add(version(commits.next()));
        }
        return versions;
    }

    private static TableVersion version(VersionLog commit) throws IOException {
        Optional<CommitInfo> info = Optional.empty();
        List<AddFile> added = new ArrayList<>();
        int removed = 0;
        Map<String, Long> positions = new HashMap<>();
        for (Action action : commit.getActions()) {
            if (action instanceof CommitInfo found) {
                info = Optional.of(found);
            } else if (action instanceof AddFile file) {
                added.add(file);
            } else if (action instanceof RemoveFile) {
                removed++;
            } else if (action instanceof SetTransaction moved) {
                positions.put(moved.getAppId(), moved.getVersion());
            }
        }
        return new TableVersion(
                commit.getVersion(),
                info.map(CommitInfo::getTimestamp).map(time -> Instant.ofEpochMilli(time.getTime())),
                info.map(CommitInfo::getOperation).orElse("UNKNOWN"),
                info.map(CommitInfo::getOperationParameters).orElse(Map.of()),
                added.size(),
                removed,
                rows(added),
                positions);
    }

    private static OptionalLong rows(List<AddFile> added) throws IOException {
        long rows = 0;
        for (AddFile file : added) {
            @Nullable String statistics = file.getStats();
            JsonNode count = statistics == null
                    ? JSON.missingNode()
                    : JSON.readTree(statistics).path("numRecords");
            if (!count.isIntegralNumber()) {
                return OptionalLong.empty();
            }
            rows += count.asLong();
        }
        return OptionalLong.of(rows);
    }
}
