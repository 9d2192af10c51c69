package io.sluice.app.run;

import io.sluice.app.kafka.SourceOffsets;
import io.sluice.delta.DeltaOptions;
import io.sluice.query.plan.QueryPlan;
import io.sluice.query.plan.RowExpression;
import io.sluice.serdes.decode.RecordFormat;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import io.sluice.topology.BadRecords;
import io.sluice.topology.LateRecords;
import io.sluice.topology.QueryTopology;
import io.sluice.topology.RowFunction;
import io.sluice.topology.TopicNames;
import io.sluice.topology.progress.TopologyProgress;
import io.sluice.topology.watermark.SilenceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A checked query, ready to run: everything the life cycle must know, with nothing left to parse.
 *
 * @param name also the application id and the prefix of all topics
 * @param kafka how the cluster is reached
 * @param plan of the SQL, shared by all tasks
 * @param state how window state is kept
 * @param streams Kafka Streams properties of the user's choice
 * @param shutdownTimeout how long an orderly end may take
 * @param health when the query counts as ill
 */
public record QueryDefinition(
        String name,
        Kafka kafka,
        Source source,
        String sql,
        QueryPlan plan,
        Sink sink,
        Trigger trigger,
        Path checkpointLocation,
        State state,
        Map<String, String> streams,
        Duration shutdownTimeout,
        Health health) {

    /**
     * The topology that is run for it, when it has a window; it also runs in a {@code TopologyTestDriver}.
     *
     * @param partitions of the source's topic
     * @param progress is told what becomes of the records
     */
    public QueryTopology topology(int partitions, TopologyProgress progress) {
        return new QueryTopology(new TopicNames(name), SourceDescriptions.of(source, plan, partitions), plan, progress);
    }

    /** Whether rows are gathered in windows; otherwise the sink stage reads the source itself. */
    public boolean hasWindow() {
        return plan.hasWindow();
    }

    /** The query as a function from a message to rows, for one without a window: what is run for it, and what a unit test calls. */
    public RowFunction rowFunction() {
        return new RowFunction(SourceDescriptions.of(source, plan, 1), plan);
    }

    /** Consumer group of the sink stage. */
    String sinkGroup() {
        return name + "-sink";
    }

    /** Consumer group without members, whose position tells which dead letters were sent back. It stays as long as they do. */
    String redriveGroup() {
        return name + "-redrive";
    }

    /**
     * Consumer group without members, whose position tells up to where the dead letters of a source partition are sent by a query
     * without a window.
     */
    String deadLetterGroup() {
        return name + "-dead-letters";
    }

    /** All its consumer groups, of whichever kind it is; that of the streams has the query's name. */
    List<String> groups() {
        return List.of(name, sinkGroup(), deadLetterGroup());
    }

    /** Where Kafka is. */
    public sealed interface Kafka {
        /** A cluster; Kafka's own properties, {@code bootstrap.servers} among them. */
        record Cluster(Map<String, String> properties) implements Kafka {}

        /** A broker in this process, its data in the checkpoint folder. */
        record Embedded() implements Kafka {}
    }

    /**
     * @param format how its records become rows
     * @param key columns that decide the record key; empty when nothing is declared
     * @param watermarkColumn name of a timestamp column of the schema; empty where a query without a window has none
     * @param eventTime computes that column, which is then the last one, from those of the format; empty when it is one of them
     */
    public record Source(
            String name,
            String topic,
            SourceOffsets.Start start,
            boolean failOnDataLoss,
            RecordFormat format,
            List<String> key,
            String watermarkColumn,
            Optional<RowExpression> eventTime,
            Duration delay,
            Duration maxFutureSkew,
            SilenceSettings silence,
            BadRecords badRecords,
            LateRecords lateRecords) {

        /** The columns of its rows, as the SQL sees them. */
        public Schema schema() {
            return eventTime.isPresent() ? withEventTime(format.schema(), watermarkColumn) : format.schema();
        }

        /** A computed event time is never null: a row without one is a dead letter. */
        static Schema withEventTime(Schema schema, String name) {
            List<Column> columns = new ArrayList<>(schema.columns());
            columns.add(Column.required(name, DataType.Primitive.TIMESTAMP));
            return new Schema(columns);
        }
    }

    /** @param path folder or URI of the Delta table */
    public record Sink(String path, List<String> partitionBy, DeltaOptions options) {}

    /**
     * @param standbyReplicas how many other instances keep a copy of each partition's state
     * @param memoryBytes what RocksDB may take in this process
     * @param heapBytes what open windows may take of the heap in this process
     */
    public record State(int standbyReplicas, long memoryBytes, long heapBytes) {}

    /**
     * @param stalledAfter for how long nothing may move while there is something to read; empty for ever
     * @param stopWhenStalled whether the query ends then
     */
    public record Health(Optional<Duration> stalledAfter, boolean stopWhenStalled) {}

    /** The same with one more property of Kafka Streams, in place of one of that name. */
    public QueryDefinition withStreams(String property, String value) {
        Map<String, String> changed = new HashMap<>(streams);
        changed.put(property, value);
        return new QueryDefinition(
                name,
                kafka,
                source,
                sql,
                plan,
                sink,
                trigger,
                checkpointLocation,
                state,
                Map.copyOf(changed),
                shutdownTimeout,
                health);
    }

    /** When rows are committed, and whether the run ends. */
    public sealed interface Trigger {
        record Default() implements Trigger {}

        record ProcessingTime(Duration interval) implements Trigger {}

        record AvailableNow() implements Trigger {}
    }
}
