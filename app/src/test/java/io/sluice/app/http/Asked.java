package io.sluice.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a server as a client would. */
final class Asked {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    private Asked() {}

    /** @param headers names and values in turn */
    static HttpResponse<String> get(String url, String... headers) throws IOException, InterruptedException {
        return get(CLIENT, url, headers);
    }

    static HttpResponse<String> get(HttpClient client, String url, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static JsonNode json(String url) throws IOException, InterruptedException {
        return JSON.readTree(get(url).body());
    }
}
