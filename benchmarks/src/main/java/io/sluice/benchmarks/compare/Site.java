package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a comparison takes place.
 *
 * @param checkout this repository, built
 * @param folder for everything that is written
 */
record Site(Path checkout, Path folder, Broker broker) {
    /** Spark reaches into the JDK. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** Everything that the build has found for the peer; jars only, because a class archive takes no folder. */
    String sparkClassPath() throws IOException {
        Path target = checkout.resolve("benchmarks/target");
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "sluice-benchmarks-*.jar")) {
            return jars.iterator().next() + ":"
                    + Files.readString(target.resolve("spark.classpath")).strip();
        }
    }

    SluiceQuery sluiceAppend(String name) throws IOException {
        return SluiceQuery.append(folder, checkout, broker.bootstrapServers(), name);
    }

    SluiceQuery sluice(String name, SluiceQuery.Shape shape) throws IOException {
        return SluiceQuery.in(folder, checkout, broker.bootstrapServers(), name, shape);
    }

    Child limit(String name, String work) {
        return Child.java(
                name,
                classPath(),
                List.of("-Xmx2g"),
                Limit.class,
                List.of(broker.bootstrapServers(), Workload.KEYED, work));
    }

    Child dsl(String name, long readings) {
        return Child.java(
                name,
                classPath(),
                List.of("-Xmx2g"),
                DslQuery.class,
                List.of(
                        broker.bootstrapServers(),
                        Workload.KEYED,
                        name,
                        folder.resolve(name).toString(),
                        Long.toString(readings)));
    }

    /** @param name of the run, and through it of nothing else: table and checkpoint are named by {@code query} */
    Child spark(String name, String query, String topic, List<String> jvmOptions, String... shape) throws IOException {
        List<String> options = new ArrayList<>();
        OPENED.forEach(opened -> options.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED"));
        options.addAll(List.of("-Xmx4g", "-Djdk.reflect.useDirectMethodHandle=false"));
        options.addAll(jvmOptions);
        return Child.java(
                name,
                sparkClassPath(),
                options,
                SparkQuery.class,
                Stream.concat(
                                Stream.of(
                                        broker.bootstrapServers(),
                                        topic,
                                        sparkTable(query).toString(),
                                        folder.resolve(query + "-checkpoint").toString(),
                                        folder.resolve("spark-scratch").toString()),
                                Stream.of(shape))
                        .toList());
    }

    Path sparkTable(String query) {
        return folder.resolve(query + "-table");
    }

    Usage measure(Child child) throws InterruptedException {
        return Child.measure(List.of(child), folder, broker.pid());
    }

    Usage measure(SluiceQuery query, Child run) throws InterruptedException {
        return Child.measure(List.of(run), query.folder(), broker.pid());
    }

    /** The version of a library that the peer or the product uses, by its file's name. */
    Optional<String> version(String library) throws IOException {
        for (String jar : sparkClassPath().split(":", -1)) {
            String file = Path.of(jar).getFileName().toString();
            if (file.startsWith(library + "-") && file.endsWith(".jar")) {
                return Optional.of(file.substring(library.length() + 1, file.length() - ".jar".length()));
            }
        }
        return Optional.empty();
    }
}
