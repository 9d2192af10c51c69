package io.sluice.benchmarks.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** What figures depend on. */
final class Machine {
    private Machine() {}

    static String describe(Site site, String command) throws IOException, InterruptedException {
        return "%s, by `%s`. %d cores, %s, load %s at the start; %s memory; %s %s; Java %s. Sluice at %s, Kafka %s, Spark %s, Delta %s."
                .formatted(
                        LocalDate.now(Clock.system(ZoneOffset.UTC)),
                        command,
                        Runtime.getRuntime().availableProcessors(),
                        fact("/proc/cpuinfo", "model name"),
                        Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0],
                        memory(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        Runtime.version(),
                        revision(site.checkout()),
                        site.version("kafka-clients").orElse("unknown"),
                        site.version("spark-sql_2.13").orElse("unknown"),
                        site.version("delta-spark_4.1_2.13").orElse("unknown"));
    }

    private static String memory() throws IOException {
        long kibibytes = Long.parseLong(fact("/proc/meminfo", "MemTotal").replaceAll("\\D", ""));
        return String.format(Locale.ROOT, "%.0f GB", kibibytes / 1024.0 / 1024);
    }

    private static String fact(String file, String name) throws IOException {
        return Files.readAllLines(Path.of(file)).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }

    private static String revision(Path checkout) throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                .directory(checkout.toFile())
                .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return git.waitFor() == 0 ? said : "an unknown revision";
    }
}
