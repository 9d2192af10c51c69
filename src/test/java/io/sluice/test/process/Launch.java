package io.sluice.test.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What to start as a child process. Immutable: each {@code with...} gives a changed copy.
 *
 * @param jvm whether it is a Java program: then {@code jvmOptions} and {@code classPath} come before the command's words
 * @param command the main class and its arguments, or the program and its arguments
 * @param environment added to this process's own environment
 */
public record Launch(
        boolean jvm, String classPath, List<String> jvmOptions, List<String> command, Map<String, String> environment) {
    private static final String PRODUCT_CLASS_PATH = "sluice.product.classpath";
    /** Quick to start and small: many of them share few cores. */
    private static final List<String> SMALL_JVM =
            List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Duser.timezone=UTC");

    public Launch {
        jvmOptions = List.copyOf(jvmOptions);
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** A main class on the class path that is shipped: the app and its runtime dependencies, without Spark or the tests. */
    public static Launch product(String mainClass, String... arguments) {
        return new Launch(true, Product.CLASS_PATH, Product.JVM_OPTIONS, words(mainClass, arguments), Map.of());
    }

    /** A main class of the tests, on the class path of this JVM. */
    public static Launch test(Class<?> mainClass, String... arguments) {
        return new Launch(
                true,
                System.getProperty("java.class.path"),
                SMALL_JVM,
                words(mainClass.getName(), arguments),
                Map.of());
    }

    /** Any program. */
    public static Launch program(String program, String... arguments) {
        return new Launch(false, "", List.of(), words(program, arguments), Map.of());
    }

    public Launch withEnvironment(String name, String value) {
        Map<String, String> changed = new TreeMap<>(environment);
        changed.put(name, value);
        return new Launch(jvm, classPath, jvmOptions, command, changed);
    }

    /** Adds options of the JVM; where two contradict each other, the later one holds. */
    public Launch withJvmOptions(String... options) {
        List<String> changed = new ArrayList<>(jvmOptions);
        changed.addAll(List.of(options));
        return new Launch(jvm, classPath, changed, command, environment);
    }

    /**
     * Starts it.
     *
     * @param folder the working folder, made when absent; the output goes to {@code NAME.out} and {@code NAME.err} there
     * @param name what messages call the process; a second process of that name in the folder overwrites the output
     */
    public ChildProcess start(Path folder, String name) {
        return ChildProcess.start(this, folder, name);
    }

    List<String> line() {
        if (!jvm) {
            return command;
        }
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvmOptions);
        line.add("-cp");
        line.add(classPath);
        line.addAll(command);
        return line;
    }

    private static List<String> words(String first, String... others) {
        List<String> words = new ArrayList<>();
        words.add(first);
        words.addAll(List.of(others));
        return words;
    }

    /** Found and made by the first use. */
    private static final class Product {
        static final String CLASS_PATH = productClassPath();
        static final List<String> JVM_OPTIONS = Stream.concat(
                        SMALL_JVM.stream(),
                        ClassArchive.options(productClassPathFile().toAbsolutePath(), CLASS_PATH, SMALL_JVM).stream())
                .toList();
    }

    private static Path productClassPathFile() {
        String file = System.getProperty(PRODUCT_CLASS_PATH);
        if (file == null) {
            throw new IllegalStateException("system property " + PRODUCT_CLASS_PATH
                    + " is not set: it names the file with the app's class path that the build writes before the tests;"
                    + " run the tests by Maven, or set it to src/test/target/product.classpath");
        }
        return Path.of(file);
    }

    private static String productClassPath() {
        Path file = productClassPathFile();
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("no class path of the product in " + file + ": run the build once", e);
        }
    }
}
