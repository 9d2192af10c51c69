package io.sluice.benchmarks;

import io.sluice.delta.commit.DataFile;
import io.sluice.delta.file.Compression;
import io.sluice.delta.file.DataFileWriter;
import io.sluice.delta.file.FileColumn;
import io.sluice.delta.file.FileLayout;
import io.sluice.delta.file.LocalTableFolder;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Closed windows into one Parquet file on the disk, with statistics, made durable as for a commit. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ParquetBenchmark {
    private static final FileLayout LAYOUT = new FileLayout(
            List.of(
                    new FileColumn("WindowStart", Primitive.TIMESTAMP, false, 0),
                    new FileColumn("UnitId", Primitive.STRING, true, 1),
                    new FileColumn("MinC", Primitive.DOUBLE, true, 2),
                    new FileColumn("MaxC", Primitive.DOUBLE, true, 3),
                    new FileColumn("AvgC", Primitive.DOUBLE, true, 4),
                    new FileColumn("Readings", Primitive.LONG, false, 5)),
            List.of(),
            32);

    @Param({"1000", "100000"})
    public int rows;

    private Path folder = Path.of("");
    private DataFileWriter writer = writer();
    private List<DataFile> written = List.of();

    private DataFileWriter writer() {
        return new DataFileWriter(new LocalTableFolder(folder), LAYOUT, Compression.SNAPPY, closedWindows());
    }

    @Setup
    public void makeWriter() throws IOException {
        folder = Files.createTempDirectory("parquet-benchmark");
        writer = writer();
    }

    @Benchmark
    public List<DataFile> write() throws IOException {
        written = writer.write();
        return written;
    }

    @TearDown(Level.Invocation)
    public void deleteFiles() {
        writer.delete(written);
    }

    @TearDown
    public void deleteFolder() throws IOException {
        Files.delete(folder);
    }

    private List<Row> closedWindows() {
        SplittableRandom random = new SplittableRandom(1);
        long window = Duration.ofMinutes(10).toMillis() * 1_000;
        List<Row> closed = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Row row = new Row(6);
            row.setLong(0, i / 1_000 * window);
            row.setObject(1, "unit-%04d".formatted(i % 1_000));
            double least = random.nextInt(-300, 50) / 10.0;
            row.setDouble(2, least);
            row.setDouble(3, least + 3);
            row.setDouble(4, least + random.nextDouble(3));
            row.setLong(5, random.nextInt(50, 61));
            closed.add(row);
        }
        return closed;
    }
}
