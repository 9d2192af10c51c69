package io.sluice.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.standalone.Operation;
import io.delta.standalone.actions.Action;
import io.delta.standalone.actions.AddFile;
import io.delta.standalone.actions.SetTransaction;
import io.sluice.delta.commit.DataFile;
import io.sluice.delta.commit.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one commit says in the log. */
final class CommitActions {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CommitActions() {}

    /** @param nowMs milliseconds since 1970 */
    static List<Action> of(List<Span> spans, List<DataFile> files, long nowMs) throws JsonProcessingException {
        List<Action> actions = new ArrayList<>();
        for (Span span : spans) {
            actions.add(new SetTransaction(span.transactionId(), span.to(), Optional.of(nowMs)));
        }
        for (DataFile file : files) {
            actions.add(add(file));
        }
        return actions;
    }

    private static AddFile add(DataFile file) throws JsonProcessingException {
        // The library writes statistics as they are given; the log wants a JSON text inside a JSON string.
        String statistics = JSON.writeValueAsString(file.statistics());
        return AddFile.builder(file.path(), file.partitionValues(), file.size(), file.modifiedMs(), true)
                .stats(statistics)
                .build();
    }

    /** For those who read the table's history. */
    static Operation operation(List<Span> spans, List<DataFile> files) {
        long rows = files.stream().mapToLong(DataFile::rows).sum();
        long bytes = files.stream().mapToLong(DataFile::size).sum();
        // Parameters are written as they are given, too: each is a JSON text.
        return new Operation(
                Operation.Name.STREAMING_UPDATE,
                Map.of("outputMode", "\"Append\"", "inputs", "\"" + spans.size() + "\""),
                Map.of(
                        "numOutputRows", Long.toString(rows),
                        "numAddedFiles", Integer.toString(files.size()),
                        "numRemovedFiles", "0",
                        "numOutputBytes", Long.toString(bytes)));
    }
}
