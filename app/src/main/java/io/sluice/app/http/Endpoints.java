package io.sluice.app.http;

import io.javalin.http.Context;
import io.sluice.app.http.Endpoint.Parameter;
import io.sluice.app.http.Endpoint.Status;
import io.sluice.app.progress.QueryHealth;
import io.sluice.app.progress.QueryProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Everything that can be asked. */
final class Endpoints {
    private static final int RETRY_SECONDS = 1;
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final String name;
    private final QueryServer server;
    private final Gate gate;
    private final DeadLetterView deadLetters = new DeadLetterView(System::nanoTime);
    private final List<Endpoint> all = new ArrayList<>();

    private Endpoints(String name, QueryServer server, Gate gate) {
        this.name = name;
        this.server = server;
        this.gate = gate;
    }

    static List<Endpoint> of(String name, QueryServer server, Gate gate) {
        return new Endpoints(name, server, gate).list();
    }

    private List<Endpoint> list() {
        all.add(health(
                "/health/live", "Whether the query is alive: 503 when only a restart can help.", QueryHealth::live));
        all.add(health(
                "/health/ready",
                "Whether the query processes records: 503 while it starts, restores, shares out partitions, or Kafka is silent.",
                QueryHealth::ready));
        all.add(new Endpoint(
                "/metrics",
                "Numbers for Prometheus: sluice_*, kafka_*, jvm_* and process_*.",
                PROMETHEUS,
                List.of(),
                false,
                List.of(Endpoint.NOT_READY),
                request -> request.result(server.metrics().scrape())));
        all.add(Endpoint.json(
                "/api/query",
                "The query: its text, plan, source, table and settings that matter.",
                List.of(),
                List.of(Endpoint.NOT_READY),
                request -> WebServer.json(request, QueryView.of(server.query()))));
        all.add(Endpoint.json(
                "/api/progress",
                "This instance's progress now, in the shape of Spark's lastProgress; lag and rates are of the whole query.",
                List.of(),
                List.of(Endpoint.NOT_READY),
                request -> WebServer.json(request, server.query().lastProgress())));
        all.add(Endpoint.json(
                "/api/progress/recent",
                "The last reports of this instance, oldest first, one for each commit of the table.",
                List.of(Parameter.query("limit", "how many at most, 100 if not said", "10")),
                List.of(new Status(400, "limit is no number"), Endpoint.NOT_READY),
                this::recent));
        all.addAll(new WindowEndpoints(server::windows).list());
        all.add(Endpoint.json(
                "/api/activity",
                "This instance's open windows with the number of their groups, and how late its rows came.",
                List.of(),
                List.of(Endpoint.NOT_READY),
                request -> WebServer.json(request, Activity.of(server.query()))));
        all.add(Endpoint.json(
                "/api/dead-letters",
                "The newest " + DeadLetterView.SHOWN
                        + " dead letters of all instances, newest first, as of a few seconds ago.",
                List.of(),
                List.of(Endpoint.NOT_READY),
                request -> WebServer.json(request, deadLetters.of(server.query()))));
        all.addAll(new WebPage().list());
        all.add(new Endpoint(
                "/openapi.json",
                "This description.",
                Endpoint.JSON,
                List.of(),
                false,
                List.of(),
                request -> WebServer.json(request, OpenApi.describe(name, all))));
        return all;
    }

    private Endpoint health(String path, String summary, Predicate<QueryHealth> sign) {
        return new Endpoint(
                path,
                summary,
                Endpoint.JSON,
                List.of(),
                true,
                List.of(new Status(503, "no; the answer says why")),
                request -> health(request, sign));
    }

    private void health(Context request, Predicate<QueryHealth> sign) {
        QueryHealth health = server.health();
        if (!sign.test(health)) {
            request.status(503).header("Retry-After", String.valueOf(RETRY_SECONDS));
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("state", health.state());
        answer.put("live", health.live());
        answer.put("ready", health.ready());
        if (gate.isKnown(request)) {
            // names of topics and tables are nobody's business who has no credentials
            answer.put("reason", health.reason());
        }
        WebServer.json(request, answer);
    }

    private void recent(Context request) {
        List<QueryProgress> reports = server.query().recentProgress();
        String wanted = request.queryParam("limit");
        int limit = wanted == null ? 100 : number("limit", wanted, 1, 100);
        WebServer.json(request, reports.subList(Math.max(0, reports.size() - limit), reports.size()));
    }

    /** @throws Refusal when it is none, or out of its range */
    static int number(String parameter, String text, int least, int most) {
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            throw Refusal.badRequest(parameter + " = " + text + ": must be a number from " + least + " to " + most);
        }
        return Integer.parseInt(text);
    }
}
