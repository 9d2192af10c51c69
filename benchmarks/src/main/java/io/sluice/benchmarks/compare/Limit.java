package io.sluice.benchmarks.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.serdes.decode.JsonRowDecoder;
import io.sluice.serdes.decode.Message;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import io.sluice.serdes.schema.Rows;
import io.sluice.serdes.schema.Schema;
import io.sluice.serdes.time.Timestamps;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * What nobody who reads these readings by Kafka's consumer can undercut: {@code Limit BOOTSTRAP_SERVERS TOPIC poll|parse|decode}.
 * Two threads read everything and commit nothing. {@code parse} gets the three values by Jackson's streaming parser without making
 * an object; {@code decode} is the product's decoder with all that it checks.
 */
public final class Limit {
    private static final int THREADS = 2;

    private Limit() {}

    public static void main(String[] arguments) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<Long>> results = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Set<TopicPartition> partitions = Set.of(
                    new TopicPartition(arguments[1], thread), new TopicPartition(arguments[1], thread + THREADS));
            Callable<Long> reading = () -> read(arguments[0], partitions, work(arguments[2]));
            results.add(threads.submit(reading));
        }
        long checksum = 0;
        for (Future<Long> result : results) {
            checksum += result.get();
        }
        System.out.println("checksum " + checksum);
        System.exit(0);
    }

    private static long read(String bootstrapServers, Set<TopicPartition> partitions, ToLongFunction<byte[]> work) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", bootstrapServers,
                "fetch.max.bytes", 64 << 20,
                "max.partition.fetch.bytes", 8 << 20,
                "max.poll.records", 20_000,
                "receive.buffer.bytes", 1 << 20);
        long[] checksum = new long[1];
        Bounded.read(settings, partitions, message -> checksum[0] += work.applyAsLong(message.value()));
        return checksum[0];
    }

    private static ToLongFunction<byte[]> work(String kind) {
        return switch (kind) {
            case "poll" -> message -> message.length;
            case "parse" -> parse();
            case "decode" -> decode();
            default -> throw new IllegalArgumentException(kind + ": must be poll, parse or decode");
        };
    }

    private static ToLongFunction<byte[]> parse() {
        JsonFactory factory = new JsonFactory();
        return message -> {
            try (JsonParser parser = factory.createParser(message)) {
                return values(parser);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static long values(JsonParser parser) throws IOException {
        long sum = 0;
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "UnitId" -> sum += parser.getTextCharacters()[parser.getTextOffset() + parser.getTextLength() - 1];
                case "TemperatureC" -> sum += (long) parser.getDoubleValue();
                case "ReadingTime" ->
                    sum += Timestamps.parse(
                            parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), ZoneOffset.UTC);
                default -> parser.skipChildren();
            }
        }
        return sum;
    }

    private static ToLongFunction<byte[]> decode() {
        Schema schema = Schema.of(
                Column.nullable("UnitId", Primitive.STRING),
                Column.nullable("TemperatureC", Primitive.DOUBLE),
                Column.nullable("ReadingTime", Primitive.TIMESTAMP));
        BitSet all = new BitSet();
        all.set(0, schema.width());
        JsonRowDecoder decoder = new JsonRowDecoder(schema, all);
        Rows rows = new Rows(schema.width());
        return message -> {
            decoder.decode(Message.ofValue(message), rows);
            Row row = rows.row(0);
            return row.longAt(2) + (long) row.doubleAt(1) + row.stringAt(0).charAt(8);
        };
    }
}
