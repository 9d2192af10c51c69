package io.sluice.app.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The page and what it is made of, out of this program's jars. The files are those of a list and held in memory: no path of a
 * request ever becomes the path of a file. They hold nothing of the query and need no credentials; what the page asks for does.
 */
final class WebPage {
    private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    private record Asset(String type, byte[] content) {}

    private final Asset page = load("/web/index.html", HTML);
    private final Map<String, Asset> assets = new HashMap<>();

    WebPage() {
        for (String script : List.of("app.js", "charts.js", "windows.js", "api.js")) {
            assets.put(script, load("/web/" + script, SCRIPT));
        }
        assets.put("style.css", load("/web/style.css", STYLE));
        assets.put("icon.svg", load("/web/icon.svg", "image/svg+xml"));
        assets.put("uplot.js", load(UPLOT + "uPlot.iife.min.js", SCRIPT));
        assets.put("uplot.css", load(UPLOT + "uPlot.min.css", STYLE));
    }

    private static Asset load(String resource, String type) {
        try (InputStream in = WebPage.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the class path lacks " + resource);
            }
            return new Asset(type, in.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(resource, unreadable);
        }
    }

    List<Endpoint> list() {
        return List.of(
                new Endpoint(
                        "/",
                        "The page, for a browser.",
                        HTML,
                        List.of(),
                        true,
                        List.of(),
                        request -> send(request, page)),
                new Endpoint(
                        "/assets/{name}",
                        "What the page is made of.",
                        SCRIPT,
                        List.of(new Endpoint.Parameter("name", true, "of a file of the page", "app.js")),
                        true,
                        List.of(new Endpoint.Status(404, "the page has no such file")),
                        this::asset));
    }

    private void asset(Context request) {
        Asset asset = assets.get(request.pathParam("name"));
        if (asset == null) {
            throw new Refusal(404, "the page has no such file", 0);
        }
        send(request, asset);
    }

    private static void send(Context request, Asset asset) {
        request.contentType(asset.type()).result(asset.content());
    }
}
