package io.sluice.benchmarks;

import io.sluice.query.plan.Aggregate;
import io.sluice.query.plan.Aggregate.Function;
import io.sluice.query.plan.Window;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.topology.aggregate.Aggregation;
import io.sluice.topology.ledger.LedgerStorage;
import io.sluice.topology.ledger.WindowLedger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** The window ledger with MIN, MAX, AVG and COUNT(*): one reading into an open window, and the flush of what a commit changed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LedgerBenchmark {
    private static final long SIZE_MICROS = Duration.ofMinutes(10).toMillis() * 1_000;
    private static final int OPEN_WINDOWS = 3;
    private static final int READINGS = 1 << 16;
    private static final int TEMPERATURE = 1;

    /** Groups in each of three open windows. */
    @Param({"1000", "100000"})
    public int groups;

    private final Row reading = new Row(3);
    private final int[] groupOf = new int[READINGS];
    private final long[] timeOf = new long[READINGS];
    private byte[][] keys = new byte[0][];
    private WindowLedger ledger = ledger();
    private int next;

    @Setup
    public void fill() {
        keys = new byte[groups][];
        for (int group = 0; group < groups; group++) {
            keys[group] = "unit-%06d".formatted(group).getBytes(StandardCharsets.UTF_8);
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < READINGS; i++) {
            groupOf[i] = random.nextInt(groups);
            timeOf[i] = random.nextLong(OPEN_WINDOWS * SIZE_MICROS);
        }
        reading.setDouble(TEMPERATURE, -18.4);
        ledger = ledger();
        touchAll();
        ledger.flush(new Discarding());
    }

    /** What a reading costs behind the decoder. The key is a new array, as the group key's codec makes it. */
    @Benchmark
    public void add() {
        int i = next++ & (READINGS - 1);
        ledger.add(timeOf[i], keys[groupOf[i]].clone(), reading);
    }

    /** A commit's flush: one reading for every open group, of which there are three times {@link #groups}, and the flush of them all. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void addAndFlushAll(Blackhole blackhole) {
        touchAll();
        Discarding storage = new Discarding();
        ledger.flush(storage);
        blackhole.consume(storage.bytes);
    }

    private void touchAll() {
        for (int window = 0; window < OPEN_WINDOWS; window++) {
            for (byte[] key : keys) {
                ledger.add(window * SIZE_MICROS, key.clone(), reading);
            }
        }
    }

    private static WindowLedger ledger() {
        return new WindowLedger(
                new Window.Tumbling(SIZE_MICROS, 0),
                new Aggregation(List.of(
                        ofTemperature(Function.MIN),
                        ofTemperature(Function.MAX),
                        ofTemperature(Function.AVG),
                        new Aggregate(Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "Readings"))));
    }

    private static Aggregate ofTemperature(Function function) {
        return new Aggregate(
                function, TEMPERATURE, Optional.of(Primitive.DOUBLE), Primitive.DOUBLE, function.toString());
    }

    /** A storage that costs nothing, so that the ledger's own work is seen. */
    private static final class Discarding implements LedgerStorage {
        private long bytes;

        @Override
        public void put(byte[] key, byte[] value) {
            bytes += key.length + value.length;
        }

        @Override
        public void delete(byte[] key) {
            bytes += key.length;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            throw new IllegalStateException("nothing was kept");
        }

        @Override
        public void scan(byte[] from, byte[] to, EntryVisitor visitor) {
            throw new IllegalStateException("nothing was kept");
        }

        @Override
        public void scan(BiConsumer<byte[], byte[]> visitor) {
            throw new IllegalStateException("nothing was kept");
        }
    }
}
