package io.sluice.test.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.test.kafka.BrokerProcess;
import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What runs in a container, without one: the start script of the distribution, the image's arguments, the environment of the compose
 * file and the health check.
 */
class DistributionTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    /** The distribution's layout; links in place of two hundred megabytes of copies. */
    private Path unpacked() throws IOException {
        Path lib = Files.createDirectories(folder.resolve("sluice/lib"));
        Path target = ROOT.resolve("app/target");
        try (Stream<Path> jars = Files.list(target.resolve("lib"));
                Stream<Path> own = Files.list(target)) {
            List<Path> ours = own.filter(
                            jar -> jar.getFileName().toString().matches("sluice-app-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .toList();
            for (Path jar : Stream.concat(jars, ours.stream()).toList()) {
                if (jar.toString().endsWith(".jar")) {
                    Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
                }
            }
        }
        Path bin = Files.createDirectories(folder.resolve("sluice/bin"));
        for (String script : List.of("sluice", "sluice-archive", "sluice-health", "sluice-jvm")) {
            Files.copy(ROOT.resolve("app/src/dist/bin").resolve(script), bin.resolve(script));
        }
        return bin;
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException foreign) {
            throw new UncheckedIOException(text, foreign);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private boolean healthy(Path bin, int port, String sign) {
        try (ChildProcess health = Launch.program(bin.resolve("sluice-health").toString(), String.valueOf(port), sign)
                .start(folder, "health-" + sign)) {
            return health.awaitExit(Duration.ofSeconds(20)) == 0;
        }
    }

    @Test
    void startsTakeTheirClassesFromTheArchiveThatWasMadeAfterUnpacking() throws IOException {
        Path bin = unpacked();
        try (ChildProcess make =
                Launch.program(bin.resolve("sluice-archive").toString()).start(folder, "archive")) {
            make.awaitExit(0, LONG);
        }
        try (ChildProcess check = Launch.program(
                        bin.resolve("sluice").toString(),
                        "check",
                        ROOT.resolve("examples/freezer-10min.yaml").toString())
                .withEnvironment("SLUICE_JAVA_OPTS", "-Xlog:class+load:file=classes.log")
                .start(folder, "check")) {
            check.awaitExit(0, LONG);
        }
        try (Stream<String> lines = Files.lines(folder.resolve("classes.log"))) {
            assertThat(lines.filter(line -> line.contains("io.sluice.app.run.QueryCompiler ")))
                    .singleElement()
                    .asString()
                    .contains("shared objects file (top)");
        }
    }

    /** The JDK that the build runs on is the oldest that is promised. */
    @Test
    void runsOnTheNewestJavaOfThisMachineWithoutAWarning() throws IOException {
        Path newest = newestJava();
        Path bin = unpacked();
        try (ChildProcess demo = Launch.program(
                        bin.resolve("sluice").toString(),
                        "demo",
                        "--folder",
                        folder.resolve("demo").toString())
                .withEnvironment("JAVA_HOME", newest.toString())
                .start(folder, "demo")) {
            demo.awaitExit(0, LONG);
            assertThat(demo.errors()).doesNotContain("WARNING");
            assertThat(demo.output()).contains("freezer-01");
        }
    }

    private static Path newestJava() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        try (Stream<Path> beside = Files.list(own.getParent())) {
            return beside.filter(
                            home -> Files.exists(home.resolve("release")) && Files.exists(home.resolve("bin/java")))
                    .max(Comparator.comparingInt(DistributionTest::javaVersion))
                    .orElse(own);
        }
    }

    private static int javaVersion(Path home) {
        try {
            return Files.readAllLines(home.resolve("release")).stream()
                    .filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", "").split("\\.", -1)[0])
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void containersEntryPointRunsIsHealthyAndStopsInOrder() throws IOException {
        BrokerProcess broker = BrokerProcess.shared();
        broker.topics().create("freezer-readings", 2);
        Path bin = unpacked();
        int port = freePort();
        assertThat(healthy(bin, port, "live")).as("healthy before it runs").isFalse();
        try (ChildProcess query = Launch.program(
                        bin.resolve("sluice").toString(),
                        "run",
                        ROOT.resolve("docker/query.yaml").toString(),
                        "--set",
                        "http.port=" + port)
                .withEnvironment("KAFKA", broker.bootstrapServers())
                .withEnvironment("TABLE", folder.resolve("table").toString())
                .withEnvironment("CHECKPOINT", folder.resolve("checkpoint").toString())
                .withEnvironment("SLUICE_TOKEN", "0123456789abcdef0123456789abcdef")
                .withEnvironment("ADVERTISED", "localhost:" + port)
                .withEnvironment("SLUICE_LOG_FORMAT", "json")
                .withEnvironment("SLUICE_PROGRESS_LOG", "INFO")
                .withEnvironment("SLUICE_JAVA_OPTS", "-XX:MaxRAMPercentage=60 -Xmx512m")
                .start(folder, "query")) {
            query.await("the health check that it is ready", LONG, () -> healthy(bin, port, "ready"));
            assertThat(healthy(bin, port, "live")).isTrue();
            query.terminate();
            query.awaitExit(0, LONG);
            assertThat(query.errors()).doesNotContain("0123456789abcdef0123456789abcdef");
            // the report of the end
            assertThat(query.errors().lines().filter(line -> line.contains("io.sluice.progress")))
                    .last()
                    .extracting(line -> json(json(line).get("formattedMessage").asText()))
                    .returns("freezer_10min", report -> report.get("name").asText());
        }
    }
}
