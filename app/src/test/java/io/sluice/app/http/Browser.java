package io.sluice.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.await.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Chromium without a screen, with one page, spoken to by its protocol for developer tools. It can reach nothing but this machine. For
 * one thread.
 */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String PORT_FILE = "DevToolsActivePort";
    private static final Map<String, Integer> CODES = Map.of("Tab", 9, "Enter", 13, "ArrowDown", 40);

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private int number;

    private Browser(Process process, URI page) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, new Listener())
                .join();
        ask("Page.enable", Map.of());
        ask("Runtime.enable", Map.of());
        ask("Log.enable", Map.of());
        ask("Network.enable", Map.of());
    }

    /** Where it is installed. */
    static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * @param folder for the browser's files; not one that somebody deletes when the browser is closed, as its processes may write for a
     *     moment longer
     */
    static Browser start(Path program, Path folder) throws IOException, InterruptedException {
        Path profile = folder.resolve("profile");
        Process process = new ProcessBuilder(List.of(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        // nothing that goes on for itself
                        "--disable-breakpad",
                        "--disable-crash-reporter",
                        "--hide-scrollbars",
                        "--user-data-dir=" + profile,
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
                        "--remote-debugging-port=0",
                        "about:blank"))
                .redirectOutput(folder.resolve("browser.out").toFile())
                .redirectError(folder.resolve("browser.log").toFile())
                .start();
        try {
            return new Browser(process, page(profile));
        } catch (IOException | InterruptedException | RuntimeException | AssertionError failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    private static URI page(Path profile) throws IOException, InterruptedException {
        Path file = profile.resolve(PORT_FILE);
        Await.until(
                "the browser has opened its port", PATIENCE, () -> lines(file).size() >= 2);
        for (JsonNode target : Asked.json("http://127.0.0.1:" + lines(file).get(0) + "/json/list")) {
            if (target.get("type").asText().equals("page")) {
                return URI.create(target.get("webSocketDebuggerUrl").asText());
            }
        }
        throw new IOException("the browser has no page");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private JsonNode ask(String method, Map<String, ?> parameters) {
        int id = ++number;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(id, answer);
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        socket.sendText(message.toString(), true).join();
        try {
            JsonNode said = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (said.has("error")) {
                throw new AssertionError(method + ": " + said.get("error"));
            }
            return said.get("result");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        } catch (ExecutionException | TimeoutException silent) {
            throw new AssertionError("the browser does not answer " + method, silent);
        }
    }

    /** @param width of the page, in its own pixels */
    void open(String url, int width, int height) {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        ask("Page.navigate", Map.of("url", url));
    }

    /** @param scheme {@code dark} or {@code light}, as a device is set */
    void prefer(String scheme) {
        ask(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** What an expression of JavaScript gives in the page. */
    JsonNode value(String expression) {
        JsonNode said = ask("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (said.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + said.get("exceptionDetails"));
        }
        return said.get("result").path("value");
    }

    void await(String what, String condition) {
        Await.until(
                () -> what + "; the page says: "
                        + value("document.body.innerText").asText(),
                PATIENCE,
                () -> value(condition).asBoolean());
    }

    /** Presses a key as a person does; the element that has the focus gets it. */
    void press(String key) {
        boolean letter = key.length() == 1;
        Map<String, Object> event = new HashMap<>(Map.of(
                "type",
                "keyDown",
                "key",
                key,
                "code",
                letter ? "Key" + key.toUpperCase(Locale.ROOT) : key,
                "windowsVirtualKeyCode",
                letter ? (int) key.toUpperCase(Locale.ROOT).charAt(0) : CODES.getOrDefault(key, 0)));
        if (letter || key.equals("Enter")) {
            event.put("text", letter ? key : "\r");
        }
        ask("Input.dispatchKeyEvent", event);
        event.remove("text");
        event.put("type", "keyUp");
        ask("Input.dispatchKeyEvent", event);
    }

    /** The whole page, also what is below the edge of the window. */
    void picture(Path png) throws IOException {
        JsonNode whole = ask("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
        Map<String, Object> clip =
                Map.of("x", 0, "y", 0, "width", whole.get("width"), "height", whole.get("height"), "scale", 1);
        JsonNode shot = ask("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip));
        Files.write(png, Base64.getDecoder().decode(shot.get("data").asText()));
    }

    /** Where the page has sent requests to. */
    List<String> requests() {
        return requests;
    }

    /** What went wrong in the page: exceptions, refusals of the content policy, answers with an error. */
    List<String> complaints() {
        return complaints;
    }

    private void heard(JsonNode message) {
        JsonNode parameters = message.path("params");
        switch (message.path("method").asText()) {
            case "Network.requestWillBeSent" ->
                requests.add(parameters.path("request").path("url").asText());
            case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded" ->
                complaints.add(parameters.toString());
            default -> {
                CompletableFuture<JsonNode> answer =
                        asked.remove(message.path("id").asInt());
                if (answer != null) {
                    answer.complete(message);
                }
            }
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                String whole = text.toString();
                text.setLength(0);
                try {
                    heard(JSON.readTree(whole));
                } catch (IOException foreign) {
                    complaints.add(foreign.toString());
                }
            }
            return WebSocket.Listener.super.onText(from, part, last);
        }
    }

    /** Ends the browser with all its processes: some would go on without the first. */
    @Override
    public void close() {
        socket.abort();
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
