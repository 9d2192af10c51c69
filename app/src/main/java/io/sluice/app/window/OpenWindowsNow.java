package io.sluice.app.window;

import io.sluice.serdes.time.Timestamps;
import io.sluice.topology.OpenWindowReader;
import io.sluice.topology.ledger.Watermark;
import io.sluice.topology.pipeline.WindowedQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Answers questions about the open windows of the whole query, whichever instance works on them, each within a few seconds.
 * Thread-safe.
 */
public final class OpenWindowsNow {
    /** How long this process looks for rows; then it answers with what it has found. */
    private static final Duration LOOKING = Duration.ofSeconds(2);
    /** How long another instance is waited for. */
    private static final Duration WAITING = Duration.ofSeconds(5);

    private final Supplier<Optional<KafkaStreams>> streams;
    private final Ledgers ledgers;
    private final HostInfo self;
    private final Peers peers;

    /**
     * Where the ledgers are.
     *
     * @param topic whose partitions the ledgers work on: the shuffle topic, or the source
     * @param partitions how many there are
     * @param delayMicros of the watermark
     */
    public record Ledgers(WindowedQuery query, String topic, int partitions, long delayMicros) {}

    /** @param self the query's {@code application.server}; empty where it has none */
    public OpenWindowsNow(
            Supplier<Optional<KafkaStreams>> streams, Ledgers ledgers, Optional<String> self, Peers peers) {
        this.streams = streams;
        this.ledgers = ledgers;
        this.self = self.map(HostInfo::buildFromEndpoint).orElseGet(HostInfo::unavailable);
        this.peers = peers;
    }

    /**
     * Asks every ledger.
     *
     * @throws WindowsMovingException when not all of them can be asked now
     * @throws IllegalArgumentException when a condition makes no sense for the query's columns
     */
    public WindowPage ask(WindowQuestion question) {
        KafkaStreams running = running();
        // nonsense is refused before anybody is asked
        LocalLedgers local = new LocalLedgers(running, ledgers.query, question, LOOKING);
        List<CompletableFuture<WindowPage>> others = new ArrayList<>();
        Set<Integer> here = Set.of();
        for (Map.Entry<HostInfo, Set<Integer>> owner : owners(running).entrySet()) {
            if (owner.getKey().equals(self)) {
                here = owner.getValue();
            } else {
                others.add(
                        peers.ask(owner.getKey().host(), owner.getKey().port(), question, owner.getValue(), WAITING));
            }
        }
        List<WindowPage> pages = new ArrayList<>();
        pages.add(page(local, here, question.limit()));
        others.forEach(other -> pages.add(answer(other)));
        return merged(pages, question.limit());
    }

    /**
     * Asks those ledgers of this process, for another instance.
     *
     * @throws WindowsMovingException when one of them is not here
     */
    public WindowPage askHere(WindowQuestion question, Set<Integer> partitions) {
        return page(new LocalLedgers(running(), ledgers.query, question, LOOKING), partitions, question.limit());
    }

    private KafkaStreams running() {
        return streams.get().orElseThrow(() -> new WindowsMovingException("no stream thread runs"));
    }

    /** Who works on which ledgers. */
    private Map<HostInfo, Set<Integer>> owners(KafkaStreams running) {
        Map<HostInfo, Set<Integer>> owners = isAlone() ? Map.of(self, here(running)) : told(running);
        Set<Integer> without =
                IntStream.range(0, ledgers.partitions).boxed().collect(Collectors.toCollection(TreeSet::new));
        owners.values().forEach(without::removeAll);
        if (!without.isEmpty()) {
            throw new WindowsMovingException("partitions " + without + " are being assigned to instances"
                    + (isAlone() ? ", or on others, which are asked only when each has http in its query file" : ""));
        }
        return owners;
    }

    /** Without an address of this instance, Kafka Streams tells of none, not even of this one. */
    private boolean isAlone() {
        return self.equals(HostInfo.unavailable());
    }

    private Set<Integer> here(KafkaStreams running) {
        return ledgersOf(running.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream()));
    }

    private Set<Integer> ledgersOf(Stream<TopicPartition> partitions) {
        return partitions
                .filter(partition -> partition.topic().equals(ledgers.topic))
                .map(TopicPartition::partition)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Map<HostInfo, Set<Integer>> told(KafkaStreams running) {
        Map<HostInfo, Set<Integer>> owners =
                new TreeMap<>(Comparator.comparing(HostInfo::host).thenComparingInt(HostInfo::port));
        Set<Integer> taken = new TreeSet<>();
        for (StreamsMetadata instance : metadata(running)) {
            Set<Integer> owned = ledgersOf(instance.topicPartitions().stream());
            owned.removeAll(taken);
            taken.addAll(owned);
            if (!owned.isEmpty()) {
                owners.computeIfAbsent(instance.hostInfo(), host -> new TreeSet<>())
                        .addAll(owned);
            }
        }
        return owners;
    }

    private static Iterable<StreamsMetadata> metadata(KafkaStreams running) {
        try {
            return running.streamsMetadataForStore(OpenWindowReader.STORE);
        } catch (IllegalStateException notRunning) {
            throw new WindowsMovingException("the query is not running (" + notRunning.getMessage() + ")");
        }
    }

    private WindowPage page(LocalLedgers local, Set<Integer> partitions, int limit) {
        List<WindowPage> pages = new ArrayList<>();
        for (int partition : partitions) {
            LocalLedgers.Answer answer = local.ask(partition);
            String watermark = text(answer.watermark());
            pages.add(new WindowPage(
                    true,
                    Map.of(partition, watermark),
                    answer.rows().stream()
                            .map(row -> group(row, partition, watermark))
                            .toList(),
                    answer.doneTo().map(Cursor::toString).orElse(null)));
        }
        return merged(pages, limit);
    }

    private WindowPage.Group group(LocalLedgers.Found found, int partition, String watermark) {
        var aggregate = ledgers.query.aggregate();
        var window = found.window();
        return new WindowPage.Group(
                text(window.windowStart()),
                text(window.windowEnd()),
                JsonValues.of(window.row(), aggregate.schema(), 0, aggregate.windowStart()),
                JsonValues.of(
                        window.row(),
                        aggregate.schema(),
                        aggregate.firstAggregate(),
                        aggregate.schema().width()),
                partition,
                watermark,
                text(window.windowEnd() + ledgers.delayMicros),
                window.problem().orElse(null),
                found.cursor().toString());
    }

    private static String text(long micros) {
        return micros == Watermark.NONE ? "" : Timestamps.format(micros);
    }

    private static WindowPage answer(CompletableFuture<WindowPage> asked) {
        try {
            return asked.get(WAITING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException refused) {
            if (refused.getCause() instanceof WindowsMovingException moving) {
                throw moving;
            }
            throw new WindowsMovingException("another instance cannot answer (" + refused.getCause() + ")");
        } catch (TimeoutException late) {
            throw new WindowsMovingException("another instance has not answered in " + WAITING.toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new WindowsMovingException("interrupted while waiting for another instance");
        }
    }

    /** One page of several over different ledgers: as far as all of them have looked. */
    static WindowPage merged(List<WindowPage> pages, int limit) {
        Optional<Cursor> doneTo = pages.stream()
                .flatMap(page -> Stream.ofNullable(page.next()))
                .map(Cursor::parse)
                .min(Comparator.naturalOrder());
        Map<Integer, String> watermarks = new TreeMap<>();
        pages.forEach(page -> watermarks.putAll(page.watermarks()));
        List<WindowPage.Group> rows = pages.stream()
                .flatMap(page -> page.windows().stream())
                .map(row -> Map.entry(Cursor.parse(row.cursor()), row))
                .filter(row -> doneTo.isEmpty() || row.getKey().compareTo(doneTo.get()) <= 0)
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
        boolean more = rows.size() > limit;
        List<WindowPage.Group> shown = more ? rows.subList(0, limit) : rows;
        String next = more
                ? shown.get(limit - 1).cursor()
                : doneTo.map(Cursor::toString).orElse(null);
        return new WindowPage(true, watermarks, shown, next);
    }
}
