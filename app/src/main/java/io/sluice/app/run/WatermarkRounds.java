package io.sluice.app.run;

import io.sluice.app.kafka.CaughtUpProbe;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.kafka.KafkaUnavailableException;
import io.sluice.app.kafka.TopicFollower;
import io.sluice.topology.watermark.QueryWatermark;
import io.sluice.topology.watermark.SharedWatermarks;
import io.sluice.topology.watermark.SilenceRule;
import io.sluice.topology.watermark.WatermarkExchange;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this process informed of all source partitions: round by round it reads the watermarks topic and asks which of the silent
 * partitions hold nothing unread. One thread does it, so that no stream thread waits for Kafka's answers. Thread-safe.
 *
 * <p>The order of a round matters: positions first, then all that was told in the transactions that committed them, and only then
 * are the partitions called caught up. So nobody takes a partition for idle whose newest records have already been processed.
 */
final class WatermarkRounds implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WatermarkRounds.class);
    /** How long one read of the topic waits for something new. */
    private static final Duration WAIT = Duration.ofMillis(100);
    /** In a run that ends by itself, which asks at its end and has to wait for the read that is under way. */
    private static final Duration SHORT_WAIT = Duration.ofMillis(30);
    /** Between proofs of an available-now run, of which the first that count come at its end. */
    private static final long PROVE_OFTEN_MS = 300;

    private static final long PROVE_SELDOM_MS = 2_000;
    /** How long the transactions are waited for that were open when positions were asked. */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private final SharedWatermarks shared;
    private final Map<Integer, TopicPartition> source;
    private final TopicFollower topic;
    private final CaughtUpProbe probe;
    private final Duration wait;
    private final InstantSource clock;
    private long proveEveryMs;
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private volatile boolean ended;
    private long provedMs;

    /**
     * @param group the consumer group whose positions count
     * @param source all partitions of the source
     * @param failed told of what ended the thread
     */
    WatermarkRounds(
            KafkaCluster cluster,
            Map<String, String> connection,
            String group,
            Set<TopicPartition> source,
            TopicPartition topic,
            SilenceRule rule,
            InstantSource clock,
            Consumer<Throwable> failed) {
        this.proveEveryMs =
                rule.atOnce() ? PROVE_OFTEN_MS : proveEveryMs(rule.settings().shortestMs());
        this.shared = new SharedWatermarks(source.size(), rule, Math.max(3_000, 3 * proveEveryMs));
        this.source = source.stream().collect(Collectors.toMap(TopicPartition::partition, partition -> partition));
        this.wait = rule.atOnce() ? SHORT_WAIT : WAIT;
        this.topic = new TopicFollower(cluster, connection, topic, rule.atOnce() ? SHORT_WAIT : Duration.ofMillis(500));
        this.probe = new CaughtUpProbe(cluster, connection, group);
        this.clock = clock;
        this.failed = failed;
        this.thread = new Thread(this::run, "sluice-watermarks");
        thread.setDaemon(true);
    }

    private static long proveEveryMs(long shortestSilenceMs) {
        return Math.max(300, Math.min(10_000, shortestSilenceMs / 10));
    }

    WatermarkExchange exchange() {
        return shared;
    }

    /** What is known now, without asking Kafka. */
    QueryWatermark latest() {
        return shared.at(clock.millis());
    }

    void start() {
        thread.start();
    }

    private void run() {
        boolean answered = true;
        while (!ended) {
            try {
                round(false);
                answered = true;
            } catch (KafkaUnavailableException silent) {
                if (answered && !ended) {
                    LOG.warn(
                            "{}; until Kafka answers, idle partitions do not follow the query's watermark",
                            silent.getMessage());
                }
                answered = false;
            } catch (RuntimeException | Error broken) {
                if (!ended) {
                    failed.accept(broken);
                }
                return;
            }
        }
    }

    /**
     * Asks now, and returns what is known then.
     *
     * @throws KafkaUnavailableException when Kafka does not answer
     */
    QueryWatermark ask() {
        round(true);
        return latest();
    }

    private synchronized void round(boolean now) {
        if (ended) {
            return;
        }
        long nowMs = clock.millis();
        if (!now && Math.abs(nowMs - provedMs) < proveEveryMs) {
            topic.poll(wait, shared::read);
            return;
        }
        provedMs = nowMs;
        Map<TopicPartition, Integer> asked = new HashMap<>();
        shared.toBeProven().forEach(partition -> asked.put(source.get(partition), partition));
        Set<Integer> caughtUp =
                probe.caughtUp(asked.keySet()).stream().map(asked::get).collect(Collectors.toSet());
        if (shared.rule().atOnce()) {
            // to look in vain all the time costs more than the run gains at its end
            proveEveryMs = caughtUp.isEmpty() ? Math.min(PROVE_SELDOM_MS, 2 * proveEveryMs) : PROVE_OFTEN_MS;
        }
        if (topic.readToEnd(SETTLING, shared::read)) {
            shared.proven(caughtUp, nowMs);
        }
    }

    /** Ends the thread. The stream threads may go on asking; nothing is proven to them any more. */
    @Override
    public void close() {
        ended = true;
        topic.wakeUp();
        try {
            thread.join(SETTLING.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        // a round that Kafka holds up would hold up the stop too; the daemon thread ends with the process
        if (!thread.isAlive()) {
            synchronized (this) {
                topic.close();
            }
        }
    }
}
