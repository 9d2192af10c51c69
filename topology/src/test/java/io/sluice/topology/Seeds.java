package io.sluice.topology;

/** Runs a test for many seeds, or with {@code -Dsluice.oracle.seed=N} for one, and says how a failure is replayed. */
final class Seeds {
    /** Settings such as the window's size are drawn once for so many seeds: to open a topology takes longer than to run it. */
    static final int PER_TOPOLOGY = 25;

    private static final int TOPOLOGIES = 12;

    private Seeds() {}

    /** A test over one topology. */
    @FunctionalInterface
    interface Block {
        /**
         * @param settings seed of the topology
         * @param firstSeed first seed of the inputs
         * @param endOfSeeds the first one that is not to be run
         */
        void run(long settings, long firstSeed, long endOfSeeds);
    }

    static void run(Block block) {
        Long only = Long.getLong("sluice.oracle.seed");
        if (only != null) {
            block.run(only / PER_TOPOLOGY, only, only + 1);
            return;
        }
        for (long settings = 0; settings < TOPOLOGIES; settings++) {
            block.run(settings, settings * PER_TOPOLOGY, (settings + 1) * PER_TOPOLOGY);
        }
    }

    static String replay(Class<?> test, long seed) {
        return "seed " + seed + "; replay: ./mvnw verify -pl topology -am -Dtest=" + test.getSimpleName()
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.argLine=-Dsluice.oracle.seed=" + seed + "\n";
    }
}
