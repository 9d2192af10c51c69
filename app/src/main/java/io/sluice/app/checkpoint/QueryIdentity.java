package io.sluice.app.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which query a checkpoint, a set of topics and a table's transaction ids belong to.
 *
 * @param id made once, at the first start; part of every transaction id
 * @param fingerprint what must not change while state and output are kept: aspect -> canonical text, in the order of the file
 */
public record QueryIdentity(int format, String id, Map<String, String> fingerprint) {
    public static final int FORMAT = 1;
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    public QueryIdentity {
        fingerprint = new LinkedHashMap<>(fingerprint);
    }

    /** One line per aspect in which the other fingerprint differs: name, old value, new value. */
    public List<String> differences(Map<String, String> other) {
        List<String> differences = new ArrayList<>();
        fingerprint.forEach((aspect, old) -> {
            String now = other.get(aspect);
            if (now == null) {
                differences.add(aspect + ": was " + old + ", is gone");
            } else if (!old.equals(now)) {
                differences.add(aspect + ": was " + without(old, now) + ", is " + without(now, old));
            }
        });
        other.forEach((aspect, now) -> {
            if (!fingerprint.containsKey(aspect)) {
                differences.add(aspect + ": was absent, is " + now);
            }
        });
        return differences;
    }

    /** The text without the lines that the other has as well: of a long plan, what matters. */
    private static String without(String text, String other) {
        List<String> known = other.lines().map(String::strip).toList();
        String rest = text.lines()
                .map(String::strip)
                .filter(line -> !known.contains(line))
                .collect(Collectors.joining("; "));
        return rest.isEmpty() ? "otherwise ordered" : rest;
    }

    public byte[] toJson() {
        try {
            return JSON.writeValueAsBytes(this);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("strings and numbers that are not JSON", impossible);
        }
    }

    /** @param origin where the text was found, for the message */
    public static QueryIdentity fromJson(byte[] json, String origin) {
        try {
            QueryIdentity identity = JSON.readValue(json, QueryIdentity.class);
            if (identity.format != FORMAT) {
                throw new CheckpointException(origin + ": format = " + identity.format + ", this release reads "
                        + FORMAT + "; use the release that wrote it, or start with a new checkpointLocation and name");
            }
            return identity;
        } catch (IOException unreadable) {
            throw new CheckpointException(
                    origin + ": is not the identity of a query (" + BrokenJson.where(unreadable)
                            + "); restore the file, or delete the folder: state and positions come back from Kafka and the table",
                    unreadable);
        }
    }
}
