package io.sluice.app.progress;

import java.time.Duration;

/**
 * Whether a query is alive and whether it works, for those who restart processes and those who send alarms.
 *
 * @param live false when only a restart can help: the query has failed, or it moves nothing although there is something to read
 * @param ready whether it processes records: not while it starts, restores state, shares out partitions, or Kafka is silent
 * @param reason in words
 */
public record QueryHealth(State state, boolean live, boolean ready, String reason) {

    public enum State {
        /** The checks of the start are under way, or no partition was assigned yet. */
        STARTING,
        RUNNING,
        /** State is read back from Kafka. */
        RESTORING,
        /** Partitions move between instances. */
        REBALANCING,
        /** Kafka does not answer. */
        KAFKA_SILENT,
        /** The table does not answer. */
        TABLE_SILENT,
        /** There is something to read or to write, and nothing has moved for long. */
        STALLED,
        FAILED,
        /** It has failed, and the next attempt is awaited. */
        RESTARTING,
        STOPPED
    }

    /** A large commit to slow storage takes less. */
    private static final Duration TABLE_PATIENCE = Duration.ofMinutes(1);

    /** Of a query that is about to start. */
    public static QueryHealth starting() {
        return new QueryHealth(State.STARTING, true, false, "the query is starting");
    }

    public static QueryHealth failed(Throwable failure) {
        return new QueryHealth(State.FAILED, false, false, "the query has failed: " + failure.getMessage());
    }

    /** @param pause until the next attempt */
    public static QueryHealth restarting(Throwable failure, Duration pause) {
        return new QueryHealth(
                State.RESTARTING,
                true,
                false,
                "the query has failed (" + failure.getMessage() + "); it is started again after "
                        + Durations.inWords(pause.toSeconds()));
    }

    public static QueryHealth stopped() {
        return new QueryHealth(State.STOPPED, true, false, "the query has been stopped");
    }

    /**
     * What a running query's signs come to.
     *
     * @param settled whether it is settled who works on what
     * @param restoring what is left of the state to be read, in words; empty when there is nothing
     * @param kafkaAnswers whether Kafka has answered lately
     * @param stalledFor for how long nothing has moved although there is something to read
     * @param stalledAfter from when on that is a fault
     */
    public static QueryHealth of(
            boolean settled, String restoring, boolean kafkaAnswers, Duration stalledFor, Duration stalledAfter) {
        if (!restoring.isEmpty()) {
            return new QueryHealth(State.RESTORING, true, false, "state is being restored: " + restoring);
        }
        if (!kafkaAnswers) {
            return new QueryHealth(
                    State.KAFKA_SILENT, true, false, "Kafka does not answer; a restart of this process would not help");
        }
        if (!settled) {
            return new QueryHealth(State.REBALANCING, true, false, "partitions are being assigned to instances");
        }
        if (stalledFor.compareTo(stalledAfter) >= 0) {
            return new QueryHealth(
                    State.STALLED,
                    false,
                    false,
                    "nothing has moved for " + Durations.inWords(stalledFor.toSeconds())
                            + " although there is something to read");
        }
        return new QueryHealth(State.RUNNING, true, true, "records are processed as they come");
    }

    /**
     * The same, unless the table has not answered for too long.
     *
     * @param silentFor for how long the table has been at what it was asked
     * @param stalledAfter from when on only a restart can help
     */
    public QueryHealth unlessTableIsSilent(Duration silentFor, Duration stalledAfter) {
        boolean stalled = silentFor.compareTo(stalledAfter) >= 0;
        if (!live || !(stalled || (ready && silentFor.compareTo(TABLE_PATIENCE) >= 0))) {
            return this;
        }
        return new QueryHealth(
                stalled ? State.STALLED : State.TABLE_SILENT,
                !stalled,
                false,
                "the table has not answered for " + Durations.inWords(silentFor.toSeconds()) + "; rows wait in Kafka");
    }
}
