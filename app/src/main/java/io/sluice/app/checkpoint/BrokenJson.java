package io.sluice.app.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.regex.Pattern;

/** What is wrong with a file of JSON, without what the parser says of itself. */
public final class BrokenJson {
    private static final Pattern PARSERS_PLACE = Pattern.compile("\\[Source: [^;\\]]*; line: (\\d+), column: (\\d+)]");

    private BrokenJson() {}

    public static String where(IOException unreadable) {
        if (!(unreadable instanceof JsonProcessingException json)) {
            return unreadable.toString();
        }
        String place = json.getLocation() == null
                ? ""
                : "line " + json.getLocation().getLineNr() + ", column "
                        + json.getLocation().getColumnNr() + ": ";
        return place + PARSERS_PLACE.matcher(json.getOriginalMessage()).replaceAll("line $1, column $2");
    }
}
