package io.sluice.app.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.file.HttpSettings;
import io.sluice.app.window.Peers;
import io.sluice.app.window.WindowPage;
import io.sluice.app.window.WindowQuestion;
import io.sluice.app.window.WindowsMovingException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Asks other instances over HTTP, with this instance's own credentials. Thread-safe. */
final class HttpPeers implements Peers {
    static final String PATH = "/internal/windows";

    private static final Duration CONNECTING = Duration.ofSeconds(2);
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final HttpClient client;
    private final String scheme;
    private final Optional<String> authorization;

    HttpPeers(HttpSettings settings) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECTING).followRedirects(HttpClient.Redirect.NEVER);
        settings.tls().ifPresent(tls -> builder.sslContext(Trust.of(tls)));
        this.client = builder.version(HttpClient.Version.HTTP_1_1).build();
        this.scheme = settings.tls().isPresent() ? "https" : "http";
        this.authorization = settings.access().map(Gate::authorization);
    }

    @Override
    public CompletableFuture<WindowPage> ask(
            String host, int port, WindowQuestion question, Set<Integer> partitions, Duration timeout) {
        String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        scheme + "://" + name + ":" + port + PATH + "?" + QuestionText.write(question, partitions)))
                .timeout(timeout);
        authorization.ifPresent(credentials -> request.header("Authorization", credentials));
        String instance = host + ":" + port;
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .handle((answer, failure) -> {
                    if (failure != null) {
                        throw new WindowsMovingException("instance " + instance + " does not answer ("
                                + (failure instanceof CompletionException wrapped ? wrapped.getCause() : failure)
                                + ")");
                    }
                    return page(instance, answer);
                });
    }

    private static WindowPage page(String instance, HttpResponse<String> answer) {
        try {
            if (answer.statusCode() == 200) {
                return JSON.readValue(answer.body(), WindowPage.class);
            }
            JsonNode refusal = JSON.readTree(answer.body());
            throw new WindowsMovingException("instance " + instance + " answers with status " + answer.statusCode()
                    + ": " + refusal.path("error").asText());
        } catch (JsonProcessingException foreign) {
            throw new WindowsMovingException(
                    "instance " + instance + " is no instance of this query, or of another release");
        }
    }
}
