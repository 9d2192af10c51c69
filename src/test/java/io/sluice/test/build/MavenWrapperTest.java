package io.sluice.test.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mvnw} on a machine without Maven, with a distribution whose {@code mvn} only tells its arguments. */
class MavenWrapperTest {
    private static final Path ROOT = Path.of("../..");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String MAVEN_THAT_TELLS = "#!/bin/sh\nprintf 'told <%s>\\n' \"$@\"\nexit 7\n";

    @TempDir
    private Path folder;

    private Path tools;
    private Path archive;

    @BeforeEach
    void copyWrapperAndMakeDistribution() throws IOException {
        Path wrapper = Files.createDirectories(folder.resolve("project/.mvn/wrapper"));
        Files.copy(ROOT.resolve("mvnw"), folder.resolve("project/mvnw"));
        Files.copy(ROOT.resolve(".mvn/wrapper/FetchMaven.java"), wrapper.resolve("FetchMaven.java"));
        tools = forwardTools(Files.createDirectories(folder.resolve("tools")));
        Path bin = Files.createDirectories(folder.resolve("apache-maven-3.9.99/bin"));
        Files.writeString(bin.resolve("mvn"), MAVEN_THAT_TELLS);
        assertThat(bin.resolve("mvn").toFile().setExecutable(true)).isTrue();
        archive = folder.resolve("apache-maven-3.9.99-bin.tar.gz");
        try (ChildProcess tar = Launch.program("tar", "-czf", archive.toString(), "apache-maven-3.9.99")
                .start(folder, "tar")) {
            tar.awaitExit(0, LONG);
        }
    }

    @Test
    void fetchesOnceAndHandsOnArgumentsAndExitCode() throws IOException, NoSuchAlgorithmException {
        expectChecksum(sha512(archive));
        try (ChildProcess first = mvnw("-q", "two words")) {
            first.awaitExit(7, LONG);
            assertThat(first.output())
                    .isEqualTo("told <-f>\ntold <" + folder.resolve("project").toRealPath()
                            + "/pom.xml>\ntold <-q>\ntold <two words>\n");
            assertThat(first.errors()).contains("fetching file:");
        }
        try (ChildProcess second = mvnw("-f", "other.xml")) {
            second.awaitExit(7, LONG);
            assertThat(second.output()).isEqualTo("told <-f>\ntold <other.xml>\n");
            assertThat(second.errors()).doesNotContain("fetching");
        }
    }

    @Test
    void archiveWithAnotherChecksumIsRefusedAndLeavesNothing() throws IOException {
        expectChecksum("ab".repeat(64));
        try (ChildProcess mvnw = mvnw("verify")) {
            mvnw.awaitExit(1, LONG);
            assertThat(mvnw.errors()).contains("SHA-512", "says " + "ab".repeat(64), "apt-get install maven");
            assertThat(folder.resolve("home/.m2/wrapper/dists/apache-maven-3.9.99"))
                    .isEmptyDirectory();
        }
    }

    @Test
    void withoutJavaItSaysWhatToInstall() throws IOException {
        expectChecksum("");
        Files.delete(tools.resolve("java"));
        try (ChildProcess mvnw = mvnw("verify")) {
            mvnw.awaitExit(1, LONG);
            assertThat(mvnw.errors()).contains("no Java found", "apt-get install openjdk-17-jdk");
        }
    }

    private ChildProcess mvnw(String... arguments) {
        List<String> words =
                new ArrayList<>(List.of(folder.resolve("project/mvnw").toString()));
        words.addAll(List.of(arguments));
        return Launch.program("/bin/sh", words.toArray(String[]::new))
                .withEnvironment("PATH", tools.toString())
                .withEnvironment("JAVA_HOME", "")
                .withEnvironment("JAVA_TOOL_OPTIONS", "-Duser.home=" + folder.resolve("home"))
                .withEnvironment("MVNW_DISTRIBUTION_URL", archive.toUri().toString())
                .start(folder, "mvnw");
    }

    private void expectChecksum(String checksum) throws IOException {
        Files.writeString(
                folder.resolve("project/.mvn/wrapper/maven-wrapper.properties"),
                "distributionUrl=https://localhost/never-asked\ndistributionSha512Sum=" + checksum + "\n");
    }

    /** A folder for PATH that holds what the script needs, and no Maven. */
    private static Path forwardTools(Path folder) throws IOException {
        for (String tool : Set.of("sed", "head", "dirname", "readlink", "tar", "gzip")) {
            Path program = Files.exists(Path.of("/bin", tool)) ? Path.of("/bin", tool) : Path.of("/usr/bin", tool);
            forward(folder.resolve(tool), program);
        }
        forward(folder.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));
        return folder;
    }

    private static void forward(Path script, Path program) throws IOException {
        Files.writeString(script, "#!/bin/sh\nexec " + program + " \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private static String sha512(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file)));
    }
}
