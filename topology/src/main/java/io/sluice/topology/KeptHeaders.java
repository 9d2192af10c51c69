package io.sluice.topology;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Names of our headers on records of the topics of dead letters and of late records. Texts in UTF-8. */
public final class KeptHeaders {
    /** The topic that the record came from: the first of ours, behind all that the record had itself. */
    public static final String TOPIC = "sluice.topic";

    public static final String PARTITION = "sluice.partition";
    public static final String OFFSET = "sluice.offset";

    /** The record's own timestamp, ISO-8601. */
    public static final String TIMESTAMP = "sluice.timestamp";

    /** When the record was put aside, ISO-8601. */
    public static final String TIME = "sluice.time";

    /** Which step refused it: DECODE, EVENT_TIME, EXPRESSION or OUTPUT, the last for the result of a closed window. */
    public static final String STAGE = "sluice.stage";

    /** The column at fault; absent where it is the whole record. */
    public static final String COLUMN = "sluice.column";

    public static final String REASON = "sluice.reason";

    /** How many bytes the value had before it was cut; absent where it is whole. */
    public static final String TRUNCATED = "sluice.truncated";

    static final String TRUNCATED_KEY = TRUNCATED + ".key";
    static final String TRUNCATED_HEADERS = TRUNCATED + ".headers";
    static final String EVENT_TIME = "sluice.eventTime";
    static final String WINDOW_START = "sluice.windowStart";
    static final String WINDOW_END = "sluice.windowEnd";
    static final String WATERMARK = "sluice.watermark";
    static final String LATE_BY = "sluice.lateBy";
    static final String LATE_ROWS = "sluice.lateRows";
    static final String ROWS = "sluice.rows";

    private KeptHeaders() {}

    /** How many headers the record had itself: they stand before ours, and may be called the same where it came from such a topic. */
    public static int theirs(Headers headers) {
        int theirs = 0;
        int index = 0;
        for (Header header : headers) {
            if (header.key().equals(TOPIC)) {
                theirs = index;
            }
            index++;
        }
        return theirs;
    }

    /** The text of a header of ours; empty where the record has none of that name. */
    public static Optional<String> text(Headers headers, String name) {
        byte[] text = null;
        for (Header header : headers) {
            if (header.key().equals(TOPIC)) {
                // what came before is theirs
                text = null;
            }
            if (header.key().equals(name)) {
                text = header.value();
            }
        }
        return Optional.ofNullable(text).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
