package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.serdes.encode.RowJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Structs, arrays and maps as a whole, from messages into a table, by a query without a window. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class NestedAppendTest {
    private static final String COLUMNS = """
            {UnitId: string, Device: "struct<id: string, temp: double not null, seen: array<timestamp>>",
               Values: array<double>, Tags: "map<string, long>", Logs: "array<struct<text: string, price: decimal(10,2)>>"}""";
    private static final String RESULT = """
            SELECT UnitId, Device, Values, Tags, Logs, Device.seen AS Seen, Logs[0] AS First,
              COALESCE(Logs[1], Logs[0]) AS Other, CASE WHEN Tags['a'] = 1 THEN Tags END AS Marked
              FROM readings WHERE Device.temp < 0 OR Device IS NULL
            """;
    private static final String FULL = """
            {"UnitId":"full","Device":{"id":"u1","temp":-18.5,"seen":["2026-11-30T08:14:00Z",null]},"Values":[1.5,null],\
            "Tags":{"a":1,"":null},"Logs":[{"text":"Käse","price":1.25},null],\
            """;
    private static final String FULL_RESULT = FULL + """
            "Seen":["2026-11-30T08:14:00Z",null],"First":{"text":"Käse","price":1.25},\
            "Other":{"text":"Käse","price":1.25},"Marked":{"a":1,"":null}}""";
    private static final String EMPTY_RESULT = """
            {"UnitId":"empty","Device":{"id":null,"temp":-1.0,"seen":[]},"Values":[],"Tags":{},"Logs":[],\
            "Seen":[],"First":null,"Other":null,"Marked":null}""";
    private static final String NONE_RESULT = """
            {"UnitId":"none","Device":null,"Values":null,"Tags":null,"Logs":null,\
            "Seen":null,"First":null,"Other":null,"Marked":null}""";
    private static final String AVRO = """
            {"type":"record","name":"Reading","fields":[
              {"name":"UnitId","type":"string"},
              {"name":"Device","type":["null",{"type":"record","name":"Device","fields":[
                {"name":"id","type":["null","string"]},{"name":"temp","type":"double"},
                {"name":"seen","type":{"type":"array","items":["null",{"type":"long","logicalType":"timestamp-millis"}]}}]}]},
              {"name":"Values","type":["null",{"type":"array","items":["null","double"]}]},
              {"name":"Tags","type":["null",{"type":"map","values":["null","long"]}]},
              {"name":"Logs","type":["null",{"type":"array","items":["null",{"type":"record","name":"Log","fields":[
                {"name":"text","type":"string"},
                {"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":10,"scale":2}}]}]}]}]}
            """;

    @TempDir
    private static Path shared;

    private static ReadingsBroker broker;

    @TempDir
    private Path folder;

    private ReadingsBroker.Readings readings;
    private CountingQuery query;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = ReadingsBroker.start(shared.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void describe() {
        readings = broker.readings("nested", 1);
        query = CountingQuery.of(readings, folder);
        String text = query.text();
        int begin = text.indexOf("  SELECT");
        query = query.replace("    watermark: {column: ReadingTime, delay: 5 minutes}\n", "")
                .replace("{UnitId: string, ReadingTime: timestamp}", COLUMNS)
                .replace(text.substring(begin, text.indexOf("sink:")), "  " + RESULT);
    }

    private List<String> rows() {
        DeltaTable table = DeltaTable.at(query.table().toString(), DeltaOptions.defaults());
        RowJson json = new RowJson(table.schema());
        List<String> rows = new ArrayList<>();
        table.read(row -> rows.add(json.text(row)));
        return rows;
    }

    @Test
    void valuesFromJsonAreInTheTableAsTheyWere() throws Exception {
        readings.sendText(0, FULL.strip().replaceAll(",$", "}"));
        readings.sendText(
                0, "{\"UnitId\":\"empty\",\"Device\":{\"temp\":-1,\"seen\":[]},\"Values\":[],\"Tags\":{},\"Logs\":[]}");
        readings.sendText(0, "{\"UnitId\":\"none\"}");
        readings.sendText(0, "{\"UnitId\":\"warm\",\"Device\":{\"temp\":5}}");
        readings.sendText(0, "{\"UnitId\":\"bad\",\"Values\":[1,\"x\"]}");

        StreamingQuery run = query.runToEnd();

        assertThat(rows()).containsExactly(FULL_RESULT, EMPTY_RESULT, NONE_RESULT);
        assertThat(run.leftOut().deadLetters()).isEqualTo(1);
        query.runToEnd();
        assertThat(rows()).hasSize(3);
    }

    @Test
    void valuesFromAvroAreInTheTableAsTheyWere() throws Exception {
        Path schema = Files.writeString(folder.resolve("reading.avsc"), AVRO);
        String seen = "{\"long\":" + 1796026440000L + "}";
        readings.sendBytes(0, avro("""
                {"UnitId":"full","Device":{"Device":{"id":{"string":"u1"},"temp":-18.5,"seen":[%s,null]}},
                 "Values":{"array":[{"double":1.5},null]},"Tags":{"map":{"a":{"long":1},"":null}},
                 "Logs":{"array":[{"Log":{"text":"Käse","price":"\\u007d"}},null]}}""".formatted(seen)));
        readings.sendBytes(0, avro("""
                {"UnitId":"empty","Device":{"Device":{"id":null,"temp":-1,"seen":[]}},"Values":{"array":[]},
                 "Tags":{"map":{}},"Logs":{"array":[]}}"""));
        readings.sendBytes(
                0, avro("{\"UnitId\":\"none\",\"Device\":null,\"Values\":null,\"Tags\":null,\"Logs\":null}"));

        query.replace("    schema: ", "    format: avro\n    avro: {schema: \"" + schema + "\"}\n    schema: ")
                .runToEnd();

        assertThat(rows()).containsExactly(FULL_RESULT, EMPTY_RESULT, NONE_RESULT);
    }

    /** @param json in Avro's own JSON form */
    private static byte[] avro(String json) throws IOException {
        Schema schema = new Schema.Parser().parse(AVRO);
        Object value =
                new GenericDatumReader<>(schema).read(null, DecoderFactory.get().jsonDecoder(schema, json));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Encoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<>(schema).write(value, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }
}
