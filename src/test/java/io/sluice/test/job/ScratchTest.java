package io.sluice.test.job;

import io.sluice.app.kafka.SourceOffsets;
import io.sluice.app.run.QueryDefinition;
import io.sluice.app.run.StreamingQuery;
import io.sluice.delta.DeltaOptions;
import io.sluice.query.plan.*;
import io.sluice.serdes.schema.*;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.test.kafka.*;
import io.sluice.test.read.*;
import java.nio.file.Path;
import java.time.*;
import java.util.*;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
    @TempDir
    Path folder;

    static final Schema READING = Schema.of(
            Column.nullable("UnitId", Primitive.STRING),
            Column.nullable("TemperatureC", Primitive.DOUBLE),
            Column.nullable("ReadingTime", Primitive.TIMESTAMP));
    static final Schema WINDOW = Schema.of(
            Column.nullable("UnitId", Primitive.STRING),
            Column.required("window_start", Primitive.TIMESTAMP),
            Column.required("window_end", Primitive.TIMESTAMP),
            Column.nullable("MinC", Primitive.DOUBLE),
            Column.required("Readings", Primitive.LONG));

    static QueryPlan plan() {
        return new QueryPlan(new Relation.WindowAggregate(
                new Relation.Scan("readings", READING),
                new Window.Tumbling(Duration.ofMinutes(10).toMillis() * 1_000, 0),
                2,
                List.of(0),
                List.of(
                        new Aggregate(
                                Aggregate.Function.MIN, 1, Optional.of(Primitive.DOUBLE), Primitive.DOUBLE, "MinC"),
                        new Aggregate(Aggregate.Function.COUNT_ROWS, -1, Optional.empty(), Primitive.LONG, "Readings")),
                WINDOW));
    }

    @Test
    void go() throws Exception {
        BrokerProcess broker = BrokerProcess.shared();
        for (boolean keyed : new boolean[] {true, false}) {
            String topic = "readings" + keyed;
            broker.topics().create(topic, 3);
            Instant base = Instant.parse("2026-11-13T08:00:00Z");
            List<Message> ms = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                Instant t = base.plusSeconds(i * 2L);
                String u = "u" + i % 7;
                ms.add(Message.of(
                        u, "{\"UnitId\":\"" + u + "\",\"TemperatureC\":" + i + ",\"ReadingTime\":\"" + t + "\"}", t));
            }
            broker.topics().send(topic, ms);
            for (int run = 0; run < 3; run++) {
                long t0 = System.nanoTime();
                QueryDefinition q = new QueryDefinition(
                        "scratch" + keyed,
                        new QueryDefinition.Kafka.Cluster(Map.of("bootstrap.servers", broker.bootstrapServers())),
                        new QueryDefinition.Source(
                                "readings",
                                topic,
                                new SourceOffsets.Start.Earliest(),
                                true,
                                READING,
                                keyed ? List.of("UnitId") : List.of(),
                                "ReadingTime",
                                Duration.ofMinutes(15),
                                Duration.ofHours(1)),
                        "",
                        ScratchTest::plan,
                        new QueryDefinition.Sink(
                                folder.resolve("table" + keyed).toString(), List.of(), DeltaOptions.defaults()),
                        new QueryDefinition.Trigger.AvailableNow(),
                        folder.resolve("cp" + keyed),
                        Map.of(),
                        Duration.ofSeconds(20));
                StreamingQuery s = StreamingQuery.start(q);
                s.awaitTermination();
                System.out.println("RUN " + keyed + " " + run + " ms=" + (System.nanoTime() - t0) / 1000000
                        + " version " + KernelReader.version(folder.resolve("table" + keyed)) + " " + s.lastProgress());
            }
            KernelReader.rows(folder.resolve("table" + keyed)).forEach(r -> System.out.println(r));
        }
    }
}
