package io.sluice.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.file.HttpSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets an answer, before there is a query to tell of. */
class GateTest {
    private static final int HUNG_UP = -1;
    private static final HttpSettings OPEN =
            new HttpSettings("127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty());

    private static HttpSettings with(HttpSettings.Access access) {
        return new HttpSettings("127.0.0.1", 0, Optional.empty(), Optional.of(access), Optional.empty());
    }

    /** What comes back for bytes that no client would send. */
    private static String raw(QueryServer server, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout(10_000);
            out.write(request.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void healthIsToldBeforeThereIsAQueryAndNothingElseIs() throws Exception {
        try (QueryServer server = QueryServer.start(OPEN, "q")) {
            assertThat(Asked.get(server.url() + "/health/live").statusCode()).isEqualTo(200);
            HttpResponse<String> ready = Asked.get(server.url() + "/health/ready");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.headers().firstValue("Retry-After")).contains("1");
            assertThat(ready.body()).contains("STARTING");
            assertThat(Asked.get(server.url() + "/api/progress").statusCode()).isEqualTo(503);
            assertThat(Asked.get(server.url() + "/metrics").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void tokenIsNeededForAllButHealthAndTheReasonOfAnIllnessIsKept() throws Exception {
        HttpSettings.Access.Bearer token = new HttpSettings.Access.Bearer("0123456789abcdef");
        try (QueryServer server = QueryServer.start(with(token), "q")) {
            HttpResponse<String> refused = Asked.get(server.url() + "/openapi.json");
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"sluice\"");
            assertThat(Asked.get(server.url() + "/openapi.json", "Authorization", "Bearer 0123456789abcdeX")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(Asked.get(server.url() + "/openapi.json", "Authorization", "Bearer 0123456789abcdef")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Asked.get(server.url() + "/health/live").body()).doesNotContain("reason");
            assertThat(Asked.get(server.url() + "/health/live", "Authorization", "Bearer 0123456789abcdef")
                            .body())
                    .contains("reason");
        }
    }

    @Test
    void userAndPasswordAreThoseOfBasicAuthentication() throws Exception {
        try (QueryServer server = QueryServer.start(with(new HttpSettings.Access.Basic("ann", "sesame ü")), "q")) {
            assertThat(Asked.get(server.url() + "/openapi.json").headers().firstValue("WWW-Authenticate"))
                    .hasValueSatisfying(way -> assertThat(way).startsWith("Basic"));
            // ann:sesame ü in UTF-8
            assertThat(Asked.get(server.url() + "/openapi.json", "Authorization", "Basic YW5uOnNlc2FtZSDDvA==")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void strangersNameForThisMachineIsNotAnsweredTo() throws Exception {
        try (QueryServer server = QueryServer.start(OPEN, "q")) {
            String request = "GET /openapi.json HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";
            assertThat(raw(server, request.formatted("evil.example"))).startsWith("HTTP/1.1 403");
            assertThat(raw(server, request.formatted("localhost:" + server.port())))
                    .startsWith("HTTP/1.1 200");
            assertThat(raw(server, request.formatted("[::1]:" + server.port()))).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../logback.xml",
                "/..%2flogback.xml",
                "/assets/../../logback.xml",
                "/assets/..%2f..%2flogback.xml",
                "/assets/%2e%2e/%2e%2e/logback.xml",
                "/assets/..\\\\logback.xml",
                "//logback.xml",
                "/logback.xml",
                "/assets/app.js/../../../logback.xml",
                "/assets/%00"
            })
    void noPathLeadsOutOfThePage(String path) throws Exception {
        try (QueryServer server = QueryServer.start(OPEN, "q")) {
            assertThat(raw(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .containsPattern("^HTTP/1.1 (400|404)")
                    .doesNotContain("appender");
        }
    }

    /** A server that stops reading may be gone before its answer is heard. */
    private static int status(String url, String... headers) throws InterruptedException {
        try {
            return Asked.get(url, headers).statusCode();
        } catch (IOException hungUp) {
            return HUNG_UP;
        }
    }

    @Test
    void onlyReadingIsPossibleAndHeadersAreBounded() throws Exception {
        try (QueryServer server = QueryServer.start(OPEN, "q")) {
            HttpRequest post = HttpRequest.newBuilder(URI.create(server.url() + "/api/query"))
                    .POST(HttpRequest.BodyPublishers.ofString("x".repeat(100_000)))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(post, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(405);
            assertThat(status(server.url() + "/openapi.json", "X-Long", "x".repeat(20_000)))
                    .isIn(431, HUNG_UP);
            assertThat(status(server.url() + "/openapi.json?" + "x".repeat(20_000)))
                    .isIn(414, 431, HUNG_UP);
        }
    }

    @Test
    void tooManyRequestsAreRefusedForASecond() throws Exception {
        try (QueryServer server = QueryServer.start(OPEN, "q")) {
            HttpResponse<String> answer = Asked.get(server.url() + "/health/live");
            for (int i = 0; i < 5_000 && answer.statusCode() == 200; i++) {
                answer = Asked.get(server.url() + "/health/live");
            }
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.body()).contains("too many requests from 127.0.0.1");
        }
    }

    @Test
    void answersForbidTheBrowserWhatThePageDoesNotNeed() throws Exception {
        try (QueryServer server = QueryServer.start(OPEN, "q")) {
            HttpResponse<String> answer = Asked.get(server.url() + "/openapi.json");
            assertThat(answer.headers().firstValue("Content-Security-Policy"))
                    .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'self'"));
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.headers().firstValue("Server")).isEmpty();
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }

    @Test
    void thereIsAWordForWhatDoesNotExist() throws Exception {
        try (QueryServer server = QueryServer.start(OPEN, "q")) {
            HttpResponse<String> answer = Asked.get(server.url() + "/api/nothing");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(answer.body()).contains("/openapi.json");
        }
    }
}
