package io.sluice.test.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The product's classes as its JVMs have them in memory, made once per build by a trial run of the demo. A process that starts from
 * it needs two thirds of the processor time.
 */
final class ClassArchive {
    private static final String MAIN = "io.sluice.app.Main";
    private static final long TRIAL_SECONDS = 180;

    private ClassArchive() {}

    /**
     * The options by which a JVM uses the archive, which is made when there is none for these jars. Processes that ask at once wait
     * for the first. Empty when the JVM cannot make one.
     *
     * @param neighbour a file in the folder where it is kept
     */
    static List<String> options(Path neighbour, String classPath, List<String> jvmOptions) {
        Path archive =
                neighbour.resolveSibling("product-" + Integer.toHexString(content(classPath, jvmOptions)) + ".jsa");
        try (FileChannel channel = FileChannel.open(
                        neighbour.resolveSibling("product.jsa.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(archive)) {
                make(archive, classPath, jvmOptions);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(archive.toString(), e);
        }
        return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto") : List.of();
    }

    /** What the JVM compares before it takes an archive. */
    private static int content(String classPath, List<String> jvmOptions) {
        List<Object> content = new ArrayList<>(jvmOptions);
        content.add(Runtime.version().toString());
        for (String jar : classPath.split(File.pathSeparator, -1)) {
            content.add(jar);
            content.add(Path.of(jar).toFile().lastModified());
        }
        return content.hashCode();
    }

    private static void make(Path archive, String classPath, List<String> jvmOptions) throws IOException {
        Path trial = Files.createDirectories(archive.resolveSibling("trial"));
        Path made = trial.resolve("classes.jsa");
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvmOptions);
        line.addAll(List.of("-XX:ArchiveClassesAtExit=" + made, "-cp", classPath, MAIN, "demo"));
        Process demo = new ProcessBuilder(line)
                .directory(trial.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
        try {
            if (!demo.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS) || demo.exitValue() != 0) {
                throw new IOException("the demo did not end well within " + TRIAL_SECONDS + " s in " + trial);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        } finally {
            demo.destroyForcibly();
        }
        if (Files.exists(made)) {
            Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
