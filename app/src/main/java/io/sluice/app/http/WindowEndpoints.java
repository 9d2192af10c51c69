package io.sluice.app.http;

import io.javalin.http.Context;
import io.sluice.app.http.Endpoint.Parameter;
import io.sluice.app.http.Endpoint.Status;
import io.sluice.app.window.OpenWindowsNow;
import io.sluice.app.window.WindowPage;
import io.sluice.app.window.WindowQuestion;
import io.sluice.app.window.WindowsMovingException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Questions about open windows over HTTP. */
final class WindowEndpoints {
    /** Each reads a disk and sorts rows; more at a time would only wait for each other. */
    private static final int AT_A_TIME = 4;

    private static final List<Parameter> PARAMETERS = List.of(
            Parameter.query(
                    "key.<column>", "only groups with that value in a group-by column", "key.UnitId=freezer-01"),
            Parameter.query("from.<column>", "only groups with that value or a larger one", "from.UnitId=freezer-03"),
            Parameter.query("to.<column>", "only groups with a smaller value", "to.UnitId=freezer-07"),
            Parameter.query("limit", "rows at most, 100 if not said, 1000 at most", "50"),
            Parameter.query("next", "where the page begins: what the page before gave as next", "AYAF..."));
    private static final List<Status> ANSWERS = List.of(
            new Status(400, "a parameter makes no sense; the answer says which"),
            new Status(404, "no open window is like that"),
            new Status(429, "too many questions at a time"),
            Endpoint.NOT_READY);

    private final Supplier<OpenWindowsNow> windows;
    private final Semaphore ofClients = new Semaphore(AT_A_TIME);
    /** Of their own: two instances that ask each other must not wait for each other. */
    private final Semaphore ofPeers = new Semaphore(2 * AT_A_TIME);

    /** @param windows of the query that is shown; may throw a {@link Refusal} */
    WindowEndpoints(Supplier<OpenWindowsNow> windows) {
        this.windows = windows;
    }

    List<Endpoint> list() {
        return List.of(
                Endpoint.json(
                        "/api/windows",
                        "Groups of open windows with their aggregates so far, of all instances; committed state. Oldest window "
                                + "first, in pages.",
                        join(Parameter.query("window", "start of one window", "2026-11-29T08:00:00Z"), PARAMETERS),
                        ANSWERS,
                        request -> ask(request, Optional.empty())),
                Endpoint.json(
                        "/api/windows/{window_start}",
                        "The same for one window.",
                        join(new Parameter("window_start", true, "its start", "2026-11-29T08:00:00Z"), PARAMETERS),
                        ANSWERS,
                        request -> ask(request, Optional.of(request.pathParam("window_start")))),
                Endpoint.json(
                        HttpPeers.PATH,
                        "What other instances ask of this one: the same, of some partitions that it works on.",
                        join(Parameter.query("partitions", "their numbers", "0,3"), PARAMETERS),
                        ANSWERS,
                        this::askHere));
    }

    private static List<Parameter> join(Parameter first, List<Parameter> others) {
        return Stream.concat(Stream.of(first), others.stream()).toList();
    }

    private void ask(Context request, Optional<String> windowStart) {
        WindowQuestion question = QuestionText.read(request.queryParamMap(), windowStart);
        WindowPage page = guarded(ofClients, () -> windows.get().ask(question));
        boolean named =
                question.windowStart().isPresent() || !question.conditions().isEmpty();
        if (page.windows().isEmpty() && page.next() == null && question.after().isEmpty() && named) {
            throw new Refusal(
                    404, "no open window is like that: it was never opened, or is closed and in the table", 0);
        }
        WebServer.json(request, page);
    }

    private void askHere(Context request) {
        WindowQuestion question = QuestionText.read(request.queryParamMap(), Optional.empty());
        String partitions = request.queryParam("partitions");
        if (partitions == null) {
            throw Refusal.badRequest("partitions: is missing");
        }
        WebServer.json(
                request, guarded(ofPeers, () -> windows.get().askHere(question, QuestionText.partitions(partitions))));
    }

    private WindowPage guarded(Semaphore free, Supplier<WindowPage> question) {
        if (!free.tryAcquire()) {
            throw new Refusal(429, "as many questions as can be are being answered; ask again", 1);
        }
        try {
            return question.get();
        } catch (WindowsMovingException moving) {
            throw Refusal.notReady(String.valueOf(moving.getMessage()));
        } catch (IllegalArgumentException nonsense) {
            throw Refusal.badRequest(String.valueOf(nonsense.getMessage()));
        } finally {
            free.release();
        }
    }
}
