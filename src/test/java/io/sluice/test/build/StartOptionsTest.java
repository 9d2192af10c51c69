package io.sluice.test.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which Java the start scripts take, and which runs they begin without its optimizing compiler: those that are over before it pays. */
class StartOptionsTest {
    private static final Path SCRIPT =
            Path.of("../../app/src/dist/bin/sluice-jvm").toAbsolutePath().normalize();
    private static final String WITHOUT_OPTIMIZING = "-XX:TieredStopAtLevel=1";

    @TempDir
    private Path folder;

    private ChildProcess ended(int exitCode, String commands, String... arguments) {
        List<String> words = new ArrayList<>(List.of("-c", ". " + SCRIPT + "; " + commands, "sh"));
        words.addAll(List.of(arguments));
        try (ChildProcess script = Launch.program("sh", words.toArray(String[]::new))
                .withEnvironment("JAVA_HOME", folder.resolve("jdk").toString())
                .start(folder, "script")) {
            script.awaitExit(exitCode, Duration.ofSeconds(20));
            return script;
        }
    }

    private boolean optimizes(String... arguments) {
        return !ended(0, "jvm_options \"$@\"", arguments).output().contains(WITHOUT_OPTIMIZING);
    }

    private void java(String version) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(bin.resolve("java"), "#!/bin/sh\n");
        assertThat(bin.resolve("java").toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("jdk/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    private String query(String line) throws IOException {
        Files.writeString(folder.resolve("query.yaml"), line + "\n");
        return "query.yaml";
    }

    @Test
    void aRunForEverIsOptimized() throws IOException {
        assertThat(optimizes("run", query("name: q"))).isTrue();
        assertThat(optimizes("run", query("trigger: {processingTime: 10 seconds}")))
                .isTrue();
        assertThat(optimizes("run", query("trigger: availableNow"), "--set", "trigger=processingTime"))
                .isTrue();
    }

    @Test
    void aRunThatEndsByItselfIsNot() throws IOException {
        assertThat(optimizes("run", query("trigger: availableNow"))).isFalse();
        assertThat(optimizes("run", query("trigger: {availableNow: {}}"))).isFalse();
        assertThat(optimizes("run", query("trigger: once"))).isFalse();
        assertThat(optimizes("run", query("name: q"), "--set", "trigger=availableNow"))
                .isFalse();
    }

    @Test
    void otherCommandsAreNot() throws IOException {
        assertThat(optimizes("check", query("name: q"))).isFalse();
        assertThat(optimizes("demo")).isFalse();
    }

    @Test
    void aJavaThatIsTooOldIsRefusedWithWhatToDo() throws IOException {
        java("11.0.2");

        assertThat(ended(1, "find_java 'install a newer one'").errors())
                .contains("/jdk/bin/java is Java 11", "install a newer one");
    }

    @Test
    void aFolderWithoutJavaIsRefusedByName() {
        assertThat(ended(1, "find_java 'install one'").errors())
                .contains("JAVA_HOME = " + folder.resolve("jdk"), "no bin/java in it", "install one");
    }

    @Test
    void javasThatWarnOfWhatLibrariesDoAreToldNotTo() throws IOException {
        java("25.0.3");
        assertThat(ended(0, "find_java ''; jvm_options run").output()).contains("--enable-native-access=ALL-UNNAMED");

        java("17.0.15");
        assertThat(ended(0, "find_java ''; jvm_options run").output()).doesNotContain("--");
    }
}
