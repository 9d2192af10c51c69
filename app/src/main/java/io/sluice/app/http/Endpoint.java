package io.sluice.app.http;

import io.javalin.http.Handler;
import java.util.List;

/**
 * One thing that can be asked.
 *
 * @param path as Javalin writes it, with {@code {name}} for a part that varies
 * @param summary what comes back, in one sentence
 * @param type media type of the answer
 * @param parameters of the path and the query string
 * @param open whether it needs no credentials
 * @param answers status codes with their meaning, 200 aside
 */
record Endpoint(
        String path,
        String summary,
        String type,
        List<Parameter> parameters,
        boolean open,
        List<Status> answers,
        Handler handler) {
    static final String JSON = "application/json";

    /** @param example as it stands in a URL */
    record Parameter(String name, boolean inPath, String meaning, String example) {
        static Parameter query(String name, String meaning, String example) {
            return new Parameter(name, false, meaning, example);
        }
    }

    record Status(int code, String meaning) {}

    static final Status NOT_READY =
            new Status(503, "the query starts, or partitions are on the move: ask again after Retry-After seconds");

    static Endpoint json(
            String path, String summary, List<Parameter> parameters, List<Status> answers, Handler handler) {
        return new Endpoint(path, summary, JSON, parameters, false, answers, handler);
    }
}
