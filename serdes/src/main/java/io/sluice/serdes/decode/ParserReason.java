package io.sluice.serdes.decode;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.util.regex.Pattern;

/** The parser's complaints in words for whoever sent the message, without the advice that is meant for its programmers. */
final class ParserReason {
    private static final Pattern FOR_PROGRAMMERS = Pattern.compile("\\s*\\([^(\\[]*\\[Source:[^]]*]\\)"
            + "|: enable `[^`]*` to allow|, from `[^`]*`|\\. This Base64Variant.*|: base64 variant '[^']*'");

    private ParserReason() {}

    static String of(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return "the message exceeds a limit: " + words(e);
        }
        if (e instanceof JsonEOFException) {
            return "the message ends in the middle of its JSON" + place(e);
        }
        return "the message is not JSON" + place(e) + ": " + words(e);
    }

    static String words(JsonProcessingException e) {
        return FOR_PROGRAMMERS.matcher(e.getOriginalMessage()).replaceAll("");
    }

    /** Where, as ", at byte 17"; empty when the parser does not know. */
    static String place(JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        return location == null || location.getByteOffset() < 0 ? "" : ", at byte " + location.getByteOffset();
    }
}
