package io.sluice.topology.progress;

import io.sluice.topology.ledger.SourceClock.SourceProgress;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The latest numbers of every task of this process, as of its last commit. Thread-safe; readers never hold up a stream thread. */
public final class TopologyProgress {
    private final ConcurrentMap<Integer, SourceProgress> sources = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, LedgerProgress> ledgers = new ConcurrentHashMap<>();
    private volatile boolean ending;

    public void source(SourceProgress progress) {
        sources.put(progress.partition(), progress);
    }

    public void ledger(LedgerProgress progress) {
        ledgers.put(progress.partition(), progress);
    }

    /** The task of that source partition has left this process. */
    public void sourceClosed(int partition) {
        if (!ending) {
            sources.remove(partition);
        }
    }

    public void ledgerClosed(int partition) {
        if (!ending) {
            ledgers.remove(partition);
        }
    }

    /** The process ends: the numbers of tasks that are closed from now on stay, for the last report. */
    public void ending() {
        ending = true;
    }

    /** One entry per source partition that this process works on, by partition. */
    public List<SourceProgress> sources() {
        return sources.values().stream()
                .sorted(Comparator.comparingInt(SourceProgress::partition))
                .toList();
    }

    /** One entry per ledger of this process, by partition. */
    public List<LedgerProgress> ledgers() {
        return ledgers.values().stream()
                .sorted(Comparator.comparingInt(LedgerProgress::partition))
                .toList();
    }
}
