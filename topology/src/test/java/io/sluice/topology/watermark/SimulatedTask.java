package io.sluice.topology.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.serdes.schema.Row;
import io.sluice.topology.ledger.LateRow;
import io.sluice.topology.ledger.MemoryStorage;
import io.sluice.topology.ledger.PartialAggregates;
import io.sluice.topology.ledger.SourceClock;
import io.sluice.topology.watermark.SimulatedQuery.Committed;
import io.sluice.topology.watermark.SimulatedQuery.Message;
import io.sluice.topology.watermark.SimulatedQuery.Reading;
import java.nio.ByteBuffer;
import java.util.List;

/** The task of a source partition before the shuffle. What it does is visible when it commits, and forgotten when it crashes. */
final class SimulatedTask {
    private final SimulatedQuery query;
    private final SimulatedInstance instance;
    private final Committed committed;
    private final List<Reading> input;
    private final int partition;
    private final long delay;
    private final MemoryStorage storage;
    private final SourceClock clock;
    private final SourceSilence silence;
    private final PartialAggregates partials = new PartialAggregates(SimulatedQuery.WINDOW, SimulatedQuery.COUNT);
    private int position;
    private long accepted;
    private long maxEventTime = Long.MIN_VALUE;
    private long lastHeardMs;

    SimulatedTask(SimulatedQuery query, SimulatedInstance instance, int partition, long delay) {
        this.query = query;
        this.instance = instance;
        this.committed = query.committed.get(partition);
        this.input = query.source.get(partition);
        this.partition = partition;
        this.delay = delay;
        this.storage = committed.storage.copy();
        this.clock = new SourceClock(partition, delay);
        clock.load(storage);
        this.silence = new SourceSilence(clock, instance.shared, SimulatedQuery::endOfWindow, instance.nowMs());
        this.position = committed.position;
        this.accepted = committed.accepted;
        this.lastHeardMs = committed.lastHeardMs;
        input.subList(0, position).forEach(reading -> maxEventTime = Math.max(maxEventTime, reading.eventTime()));
    }

    long watermark() {
        return clock.watermark();
    }

    long maxEventTime() {
        return maxEventTime;
    }

    /** What the partition's own records say. */
    private long ownWatermark() {
        return maxEventTime == Long.MIN_VALUE ? Long.MIN_VALUE : maxEventTime - delay;
    }

    void process(int most) {
        for (int i = 0; i < most && position < input.size(); i++) {
            Reading reading = input.get(position++);
            maxEventTime = Math.max(maxEventTime, reading.eventTime());
            lastHeardMs = instance.trueMs();
            clock.observe(reading.eventTime());
            silence.heard(instance.nowMs());
            assertThat(clock.watermark()).isGreaterThanOrEqualTo(ownWatermark());
            if (partials.isLate(reading.eventTime(), clock.watermark())) {
                clock.countLate(new LateRow(position - 1, reading.eventTime(), 0, 0, clock.watermark()));
            } else {
                accepted++;
                partials.add(
                        reading.eventTime(),
                        ByteBuffer.allocate(4).putInt(reading.group()).array(),
                        new Row(0));
            }
        }
    }

    /** Looks, and returns to what the watermark was raised, or the smallest number when it was not. */
    long look() {
        return silence.look(instance.nowMs()) ? clock.watermark() : Long.MIN_VALUE;
    }

    /** True time of the last record that this task knows of. */
    long lastHeardMs() {
        return lastHeardMs;
    }

    /** The oldest record that is not yet processed was sent at that true time; the largest number when there is none. */
    long oldestUnreadMs() {
        return position < input.size() ? input.get(position).sentMs() : Long.MAX_VALUE;
    }

    void commit() {
        partials.drain((start, group, state) -> query.partial(start, group, state));
        if (clock.watermark() > committed.watermark) {
            query.marker(partition, clock.watermark());
        }
        silence.toTell(instance.nowMs())
                .forEach(message -> query.watermarks.add(new Message(message.key(), message.value())));
        clock.flush(storage);
        committed.storage = storage.copy();
        committed.position = position;
        committed.accepted = accepted;
        committed.watermark = clock.watermark();
        if (lastHeardMs != committed.lastHeardMs) {
            committed.lastHeardMs = lastHeardMs;
            committed.lastHeardCommittedMs = instance.trueMs();
        }
    }

    long lateRows() {
        return clock.progress().lateRows();
    }
}
