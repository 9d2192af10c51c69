package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.model.FreezerModel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every block of code on the page is compiled and run. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ForKafkaStreamsUsersPageTest {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

    @TempDir
    private Path folder;

    /** Text of the blocks in that language, in their order. */
    private static List<String> blocks(String language) throws Exception {
        return BLOCK.matcher(Files.readString(Path.of("../docs/for-kafka-streams-users.md")))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    private Path query(String topic, String servers) throws Exception {
        String text = blocks("yaml").get(0);
        return Files.writeString(
                folder.resolve("freezer.yaml"),
                text.replace("${env:KAFKA}", servers)
                        .replace("freezer-readings", topic)
                        .replace("path: lakehouse", "path: " + folder + "/lakehouse")
                        .replace("checkpointLocation: ", "checkpointLocation: " + folder + "/"));
    }

    /** What the program prints. */
    private String run(String source, Path query) throws Exception {
        Matcher name = CLASS.matcher(source);
        assertThat(name.find()).isTrue();
        Path file = Files.writeString(folder.resolve(name.group(1) + ".java"), source);
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        int failures = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        complaints,
                        complaints,
                        "-proc:none",
                        "-cp",
                        classPath,
                        "-d",
                        folder.toString(),
                        file.toString());
        assertThat(failures).as(complaints.toString(StandardCharsets.UTF_8)).isZero();
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            classes.loadClass(name.group(1)).getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {query.toString()});
        } finally {
            System.setOut(usual);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void programsOfThePageDoWhatItSays() throws Exception {
        List<String> programs = blocks("java");
        assertThat(programs).hasSize(4);
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"))) {
            ReadingsBroker.Readings readings = broker.readings("page", 1);
            FreezerModel.lesson()
                    .forEach(reading -> readings.sendText(0, new String(reading.json(), StandardCharsets.UTF_8)));
            Path query = query(readings.topic(), broker.servers());
            assertThat(run(programs.get(0), query)).isEqualTo(blocks("text").get(0));
            assertThat(run(programs.get(1), query))
                    .startsWith("table version 1\n")
                    .endsWith("done\n1 rows\n");
            assertThat(run(programs.get(2), query)).isEqualTo("""
                            2026-11-13T08:10:00Z {UnitId=freezer-01} {MAX(TemperatureC)=-17.3, COUNT(*)=60}
                            2026-11-13T08:20:00Z {UnitId=freezer-01} {MAX(TemperatureC)=-17.2, COUNT(*)=60}
                            """);
            assertThat(run(programs.get(3), query)).isEqualTo("""
                            u1 -17.5
                            0 filtered
                            1 filtered
                            a dead letter
                            """);
        }
    }
}
