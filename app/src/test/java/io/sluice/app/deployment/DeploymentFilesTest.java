package io.sluice.app.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.file.HttpSettings;
import io.sluice.app.file.QueryFile;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.run.QueryCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Compose file, Kubernetes manifest, image and query file: what one names, another has. */
class DeploymentFilesTest {
    private static final Path DOCKER = Path.of("../docker");
    private static final Path BIN = Path.of("src/dist/bin");
    /** Of the query that is deployed: {@code shutdownTimeout} is the default. */
    private static final int SHUTDOWN_SECONDS = 30;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The documents of a YAML file, with anchors and merges resolved. */
    private static List<JsonNode> documents(String file) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        new Yaml(new SafeConstructor(new LoaderOptions()))
                .loadAll(Files.readString(DOCKER.resolve(file)))
                .forEach(document -> documents.add(JSON.valueToTree(document)));
        return documents;
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static List<String> names(JsonNode map) {
        List<String> names = new ArrayList<>();
        map.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void composedServicesHaveWhatTheyName() throws IOException {
        JsonNode compose = documents("compose.yaml").get(0);
        JsonNode services = compose.get("services");
        for (String name : names(services)) {
            JsonNode service = services.get(name);
            assertThat(names(services)).as("what %s waits for", name).containsAll(names(service.path("depends_on")));
            for (String mount : texts(service.path("volumes"))) {
                String source = mount.substring(0, mount.indexOf(':'));
                if (source.startsWith(".")) {
                    assertThat(DOCKER.resolve(source)).as("mounted by %s", name).exists();
                } else {
                    assertThat(names(compose.get("volumes"))).as(name).contains(source);
                }
            }
            assertThat(texts(service.path("ports")))
                    .as("ports of %s", name)
                    .allMatch(port -> port.startsWith("127.0.0.1:"));
        }
    }

    @Test
    void instancesHaveVolumesOfTheirOwnAndTimeToStop() throws IOException {
        JsonNode services = documents("compose.yaml").get(0).get("services");
        List<String> checkpoints = new ArrayList<>();
        for (String name : List.of("sluice-1", "sluice-2")) {
            JsonNode service = services.get(name);
            assertThat(service.get("stop_grace_period").asText()).isEqualTo("45s");
            assertThat(service.get("environment").get("ADVERTISED").asText()).isEqualTo(name + ":8080");
            texts(service.get("volumes")).stream()
                    .filter(mount -> mount.endsWith(":/var/lib/sluice"))
                    .forEach(checkpoints::add);
        }
        assertThat(checkpoints).hasSize(2).doesNotHaveDuplicates();
        JsonNode pod = kind("StatefulSet").get("spec").get("template").get("spec");
        assertThat(pod.get("terminationGracePeriodSeconds").asInt()).isGreaterThan(SHUTDOWN_SECONDS);
    }

    private static JsonNode kind(String kind) throws IOException {
        return documents("kubernetes/sluice.yaml").stream()
                .filter(document -> document.get("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    /** What a run has used, and what it would read back from Kafka, is in its checkpoint folder. */
    @Test
    void checkpointsAreOnDisksThatOutliveTheirPods() throws IOException {
        JsonNode set = kind("StatefulSet").get("spec");
        assertThat(set.at("/volumeClaimTemplates/0/metadata/name").asText())
                .isEqualTo(volumeOfCheckpoint(set.at("/template/spec")));
        JsonNode scheduled = kind("CronJob").at("/spec/jobTemplate/spec/template/spec");
        JsonNode volume = named(scheduled.get("volumes"), volumeOfCheckpoint(scheduled));
        assertThat(volume.at("/persistentVolumeClaim/claimName").asText())
                .isEqualTo(kind("PersistentVolumeClaim").at("/metadata/name").asText());
        assertThat(scheduled.get("terminationGracePeriodSeconds").asInt()).isGreaterThan(SHUTDOWN_SECONDS);
    }

    /** The name of the volume that the checkpoint folder lies on. */
    private static String volumeOfCheckpoint(JsonNode pod) {
        JsonNode container = pod.at("/containers/0");
        String folder = named(container.get("env"), "CHECKPOINT").get("value").asText();
        return StreamSupport.stream(container.get("volumeMounts").spliterator(), false)
                .filter(mount -> folder.startsWith(mount.get("mountPath").asText() + "/"))
                .map(mount -> mount.get("name").asText())
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(item -> item.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void podIsKilledForNotBeingAliveAndNotForNotBeingReady() throws IOException {
        JsonNode container = kind("StatefulSet").at("/spec/template/spec/containers/0");
        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/health/live");
        assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/health/live");
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/health/ready");
        assertThat(Files.readString(DOCKER.resolve("Dockerfile")))
                .contains("CMD [\"sluice-health\", \"8080\", \"live\"]", "ENTRYPOINT [\"sluice\"]", "USER 10001");
        assertThat(BIN.resolve("sluice-health")).isExecutable();
        assertThat(BIN.resolve("sluice")).isExecutable();
    }

    /** With the environment of each place the query is whole, and open to nobody without a token. */
    @Test
    void deployedQueryIsGoodWithTheEnvironmentThatItGets() throws Exception {
        JsonNode compose = documents("compose.yaml").get(0).at("/services/sluice-1/environment");
        List<String> inKubernetes = StreamSupport.stream(
                        kind("StatefulSet")
                                .at("/spec/template/spec/containers/0/env")
                                .spliterator(),
                        false)
                .map(variable -> variable.get("name").asText())
                .toList();
        String text = Files.readString(DOCKER.resolve("query.yaml"));
        for (String variable : List.of("KAFKA", "TABLE", "CHECKPOINT", "SLUICE_TOKEN", "ADVERTISED")) {
            assertThat(text).contains("${env:" + variable + "}");
            assertThat(names(compose)).contains(variable);
            assertThat(inKubernetes).contains(variable);
        }
        QueryFile query = QueryFileReader.read(
                DOCKER.resolve("query.yaml"),
                Map.of(
                        "kafka.bootstrap.servers", "kafka:9092",
                        "sink.delta.path", "/var/lib/table/x",
                        "checkpointLocation", "/var/lib/sluice/checkpoint",
                        "http.token", "0123456789abcdef",
                        "http.advertised", "sluice-1:8080"));
        assertThat(QueryCompiler.compile(query).name()).isEqualTo("freezer_10min");
        HttpSettings http = query.http().orElseThrow();
        assertThat(http.isLoopback()).isFalse();
        assertThat(http.access()).isPresent();
    }
}
