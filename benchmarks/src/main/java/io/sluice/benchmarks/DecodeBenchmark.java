package io.sluice.benchmarks;

import io.sluice.serdes.decode.JsonRowDecoder;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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

/** Decoding one freezer reading from JSON into a row that is used again and again. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecodeBenchmark {
    private static final int MESSAGES = 1024;
    private static final Schema READINGS = Schema.of(
            Column.nullable("UnitId", Primitive.STRING),
            Column.nullable("TemperatureC", Primitive.DOUBLE),
            Column.nullable("ReadingTime", Primitive.TIMESTAMP));

    /** Columns that the query uses, from the first on; the others are skipped. */
    @Param({"1", "3"})
    public int wanted;

    private final Message[] messages = messages();
    private final Rows rows = new Rows(READINGS.width());
    private JsonRowDecoder decoder = decoder(READINGS.width());
    private int next;

    @Setup
    public void makeDecoder() {
        decoder = decoder(wanted);
    }

    @Benchmark
    public Rows decode() {
        decoder.decode(messages[next++ & (MESSAGES - 1)], rows);
        return rows;
    }

    private static JsonRowDecoder decoder(int columns) {
        BitSet wanted = new BitSet();
        wanted.set(0, columns);
        return new JsonRowDecoder(READINGS, wanted);
    }

    private static Message[] messages() {
        SplittableRandom random = new SplittableRandom(1);
        Message[] messages = new Message[MESSAGES];
        for (int i = 0; i < MESSAGES; i++) {
            messages[i] = Message.ofValue(
                    """
                    {"UnitId":"freezer-%04d","TemperatureC":%.2f,"ReadingTime":"2026-02-01T06:%02d:%02d.%03dZ"}""".formatted(random.nextInt(1000), random.nextDouble(-30, 5), i / 60 % 60, i % 60, i % 1000)
                            .getBytes(StandardCharsets.UTF_8));
        }
        return messages;
    }
}
