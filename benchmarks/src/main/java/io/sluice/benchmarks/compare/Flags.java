package io.sluice.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Options of the JVM. */
final class Flags {
    /** The fastest of those tried for Spark's long runs. */
    static final List<String> SPARK_LONG = List.of("-XX:+UseParallelGC");

    /** For runs that end before the optimizing compiler pays. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** For a run that ends by itself and takes long: the start script would leave the optimizing one out. */
    static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

    private Flags() {}

    /** As {@link #QUICK}, writing an archive of the classes it has loaded. */
    static List<String> writing(Path archive) {
        return quickAnd("-XX:ArchiveClassesAtExit=" + archive);
    }

    /** As {@link #QUICK}, taking classes from an archive. */
    static List<String> reading(Path archive) {
        return quickAnd("-XX:SharedArchiveFile=" + archive);
    }

    private static List<String> quickAnd(String option) {
        List<String> options = new ArrayList<>(QUICK);
        options.add(option);
        return options;
    }
}
