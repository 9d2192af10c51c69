package io.sluice.benchmarks.compare;

import io.sluice.app.embedded.BrokerMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The product's own one-node broker, in a process of its own. */
final class Broker implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static final long LOOK_MS = 50;

    private final Process process;
    private final String bootstrapServers;

    private Broker(Process process, String bootstrapServers) {
        this.process = process;
        this.bootstrapServers = bootstrapServers;
    }

    static Broker start(Path folder, String classPath) throws IOException, InterruptedException {
        Child child = Child.java(
                "broker",
                classPath,
                List.of("-Xms1g", "-Xmx1g"),
                BrokerMain.class,
                List.of(folder.resolve("broker").toString()));
        Process process = child.start(folder);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (process.isAlive() && System.nanoTime() < deadline) {
            String printed = Files.readString(child.output(folder));
            if (printed.endsWith("\n")) {
                return new Broker(process, printed.strip());
            }
            Thread.sleep(LOOK_MS);
        }
        process.destroyForcibly();
        throw new IllegalStateException("the broker did not start, see " + folder.resolve("broker.err"));
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
