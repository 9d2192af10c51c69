package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.embedded.Certificate;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.kafka.Topics;
import io.sluice.test.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that share a query's partitions answer for each other, over TLS, with the one certificate and token of both. */
class PeersTest {
    private static final BrokerProcess BROKER = BrokerProcess.shared();
    private static final String PASSWORD = "changeit";
    private static final String TOKEN = "0123456789abcdef";
    private static final Pattern PAGE = Pattern.compile("page at (https://localhost:[0-9]+)");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private ChildProcess instance(Certificate certificate, int number) {
        return Job.readings(folder, BROKER, "peers")
                .with(
                        "checkpointLocation",
                        folder.resolve("checkpoint-" + number).toString())
                .with("http.port", "0")
                .with("http.token", TOKEN)
                .with("http.tls.keystore", certificate.keystore().toString())
                .with("http.tls.password", certificate.password())
                .start("instance-" + number);
    }

    private static HttpResponse<String> get(HttpClient client, ChildProcess instance, String path, String token) {
        Matcher page = PAGE.matcher(instance.errors());
        assertThat(page.find())
                .as(instance.describe("has said where its page is"))
                .isTrue();
        HttpRequest request = HttpRequest.newBuilder(URI.create(page.group(1) + path))
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException foreign) {
            throw new UncheckedIOException(foreign);
        }
    }

    /** The source partitions that the instance works on. */
    private static int partitions(HttpClient client, ChildProcess instance) {
        return json(get(client, instance, "/api/progress", TOKEN))
                .path("partitions")
                .size();
    }

    /** The readings in all open windows, as that instance tells. */
    private static long readings(HttpClient client, ChildProcess instance) {
        long readings = 0;
        for (JsonNode row :
                json(get(client, instance, "/api/windows?limit=1000", TOKEN)).path("windows")) {
            readings += row.at("/aggregates/COUNT(*)").asLong();
        }
        return readings;
    }

    @Test
    void processesAnswerForEachOtherOverTls() throws Exception {
        Certificate certificate = Certificate.make(folder.resolve("tls"), PASSWORD);
        HttpClient client = certificate.client();
        try (Topics topics = BROKER.topics()) {
            Feed feed = new Feed(topics, "peers-readings", 4, 8, false, new Random(3));
            // no window closes as yet
            feed.send(4);
            try (ChildProcess one = instance(certificate, 1);
                    ChildProcess two = instance(certificate, 2)) {
                for (ChildProcess instance : List.of(one, two)) {
                    instance.awaitOutput("page at https://", Job.SOON);
                }
                one.await(
                        "each works on half of the partitions",
                        Job.SOON,
                        () -> partitions(client, one) == 2 && partitions(client, two) == 2);
                for (ChildProcess instance : List.of(one, two)) {
                    instance.await("it answers for both", Job.SOON, () -> readings(client, instance) == feed.sent());
                    assertThat(get(client, instance, "/api/windows", "fedcba9876543210")
                                    .statusCode())
                            .isEqualTo(401);
                    assertThat(instance.output() + instance.errors()).doesNotContain(TOKEN, PASSWORD);
                }
                one.terminate();
                two.terminate();
                one.awaitExit(0, Job.SOON);
                two.awaitExit(0, Job.SOON);
            }
        }
    }
}
