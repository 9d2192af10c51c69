package io.sluice.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.app.await.Await;
import io.sluice.app.await.Leaders;
import io.sluice.app.embedded.EmbeddedBroker;
import io.sluice.app.file.QueryFileReader;
import io.sluice.app.kafka.KafkaCluster;
import io.sluice.app.model.FreezerModel;
import io.sluice.app.model.Reading;
import io.sluice.app.run.QueryCompiler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a browser, on a desk and on a phone, by its keys alone, of a query with windows and of one without: the freezer of the
 * lesson, half an hour of it, and a message that cannot be read. Pictures of what was seen are left in {@code target/pictures}.
 */
class PageTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int PHONE = 390;
    private static final String TOPIC = "freezer-readings";

    @TempDir
    static Path folder;

    /** To be closed, the last first. */
    private static final List<AutoCloseable> OPEN = new ArrayList<>();

    private static EmbeddedBroker broker;
    private static Browser browser;
    private static ServedQuery windowed;
    private static ServedQuery appending;

    @BeforeAll
    static void run() throws Exception {
        Optional<Path> program = Browser.program();
        assumeTrue(program.isPresent(), "there is no chromium on this machine");
        browser = Browser.start(program.get(), Files.createTempDirectory(Path.of("target"), "browser"));
        OPEN.add(browser);
        broker = EmbeddedBroker.start(folder.resolve("kafka"), EmbeddedBroker.Options.defaults());
        OPEN.add(broker);
        Map<String, String> connection = Map.of("bootstrap.servers", broker.bootstrapServers());
        try (KafkaCluster cluster = new KafkaCluster(connection, PATIENCE)) {
            cluster.ensureTopic(TOPIC, 1, Map.of());
        }
        Leaders.await(connection, TOPIC, 1, PATIENCE);
        send(connection);
        windowed = serve("freezer_10min", "    watermark: {column: ReadingTime, delay: 15 minutes}", """
                SELECT window_start AS WindowStart, UnitId, MIN(TemperatureC) AS MinC, COUNT(*) AS Readings
                FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(ReadingTime), INTERVAL '10' MINUTE))
                GROUP BY window_start, window_end, UnitId
                """);
        appending = serve("readings_bronze", "", """
                SELECT UnitId, TemperatureC, TemperatureC * 9 / 5 + 32 AS Fahrenheit, ReadingTime
                FROM readings
                WHERE TemperatureC < 0
                """);
        Await.until("both have read all", PATIENCE, () -> isThrough(windowed, 1) && isThrough(appending, 180));
    }

    private static void send(Map<String, String> connection) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(Map.copyOf(connection), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (Reading reading : FreezerModel.lesson()) {
                var unused = producer.send(new ProducerRecord<>(
                        TOPIC, null, reading.arrivalTime().toEpochMilli(), reading.key(), reading.json()));
            }
            var unused = producer.send(new ProducerRecord<>(TOPIC, "{\"UnitId\": ".getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static ServedQuery serve(String name, String watermark, String sql) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), """
                name: %1$s
                kafka: {bootstrap.servers: "%2$s"}
                sources:
                  readings:
                    kafka: {topic: freezer-readings, startingOffsets: earliest}
                    key: [UnitId]
                    schema: {UnitId: string, TemperatureC: double, ReadingTime: timestamp}
                %5$s
                query: |
                %4$s
                sink:
                  delta: {path: "%3$s/table-%1$s"}
                trigger: {processingTime: 1 second}
                checkpointLocation: "%3$s/checkpoint-%1$s"
                """.formatted(
                        name, broker.bootstrapServers(), folder, sql.indent(2).stripTrailing(), watermark));
        ServedQuery served = ServedQuery.start(QueryCompiler.compile(QueryFileReader.read(file, Map.of())));
        OPEN.add(served);
        return served;
    }

    private static boolean isThrough(ServedQuery served, long rows) {
        var progress = served.query().lastProgress();
        return progress.sink().totalOutputRows() == rows && progress.backlog().lag() == 0;
    }

    @AfterAll
    static void stop() throws Exception {
        for (int last = OPEN.size(); last > 0; last--) {
            OPEN.get(last - 1).close();
        }
    }

    @BeforeEach
    void forgetWhatOthersDid() {
        browser.requests().clear();
        browser.complaints().clear();
        browser.prefer("light");
    }

    private static void open(ServedQuery served, int width) {
        browser.open(served.url() + "/", width, 844);
        browser.await("the page shows the query", "document.querySelector('#dead td:nth-child(5)') !== null");
        browser.await(
                "the lag is drawn", "/[0-9]/.test(document.querySelector('#lag-chart .u-legend')?.textContent ?? '')");
    }

    private static void picture(String name) throws Exception {
        browser.picture(Files.createDirectories(Path.of("target/pictures")).resolve(name + ".png"));
    }

    /** The headings of what is to be seen. */
    private static List<String> headings() {
        return texts(
                "[...document.querySelectorAll('main h2')].filter(h => h.checkVisibility()).map(h => h.textContent)");
    }

    private static List<String> labels() {
        return texts(
                "[...document.querySelectorAll('.tile .label')].filter(l => l.checkVisibility()).map(l => l.textContent)");
    }

    private static List<String> texts(String expression) {
        List<String> texts = new ArrayList<>();
        browser.value(expression).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static String text(String selector) {
        return browser.value("document.querySelector('" + selector + "').innerText")
                .asText();
    }

    /** What is wider than the page, and can be moved sideways or is cut off. */
    private static List<String> tooWide() {
        return texts("""
                [...document.querySelectorAll('html, body *')]
                    .filter(e => e.checkVisibility() && !e.matches('.skip, pre, pre *, .stack thead *')
                        && (e.scrollWidth > Math.ceil(e.clientWidth) && e.matches('html, .scroll, #timeline, .card')
                            || e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5))
                    .map(e => e.tagName + '#' + e.id + '.' + e.className + ' ' + e.textContent.slice(0, 40))
                """);
    }

    private static void nothingWentWrong(ServedQuery served) {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests())
                .hasSizeGreaterThan(10)
                .allSatisfy(request -> assertThat(request).startsWith(served.url() + "/"));
    }

    @Test
    void pageOfWindowsDrawsThem() throws Exception {
        open(windowed, 1_200);
        browser.await("windows are drawn", "document.querySelectorAll('#timeline [role=option]').length === 2");
        browser.await("groups are drawn", "document.querySelector('#groups-chart canvas') !== null");
        assertThat(headings())
                .containsExactly(
                        "Windows",
                        "Open window 08:10\u201308:20",
                        "Watermark by partition",
                        "Throughput and lag",
                        "How late rows come",
                        "Table versions of this instance",
                        "Dead letters",
                        "Query");
        assertThat(text("h1")).isEqualTo("freezer_10min");
        assertThat(text("#state")).isEqualTo("running");
        assertThat(text("#sql")).contains("MIN(TemperatureC)");
        assertThat(text("#timeline")).contains("08:10\u201308:20 \u00b7 1 group", "08:20\u201308:30 \u00b7 1 group");
        assertThat(text("#t-rows")).isEqualTo("1 row written");
        assertThat(text("#t-cpu-unit")).containsPattern("seconds, in [0-9]+ s since the start");
        assertThat(text("#dead")).contains("freezer-readings-0 offset 180");
        assertThat(tooWide()).isEmpty();
        picture("windows-light");
        String before =
                browser.value("getComputedStyle(document.body).backgroundColor").asText();
        browser.prefer("dark");
        browser.await("the page is dark", "getComputedStyle(document.body).backgroundColor !== '" + before + "'");
        picture("windows-dark");
        nothingWentWrong(windowed);
    }

    @Test
    void pageOfAQueryWithoutAWindowShowsNoneAndAllElse() throws Exception {
        open(appending, 1_200);
        browser.await("a version is there", "document.querySelectorAll('#commits tbody tr').length > 0");
        assertThat(headings())
                .containsExactly(
                        "Partitions of this instance",
                        "Throughput and lag",
                        "Table versions of this instance",
                        "Dead letters",
                        "Query");
        assertThat(labels())
                .containsExactly("Processed", "Coming in", "Lag", "Dead letters", "Table version", "Processor time");
        assertThat(text("#partitions")).contains("Left out by WHERE").doesNotContain("atermark");
        assertThat(text("#commits")).doesNotContain("atermark");
        // in one version or several
        assertThat(browser.value("[...document.querySelectorAll('#commits tbody tr')]"
                                + ".reduce((rows, line) => rows + Number(line.cells[2].textContent), 0)")
                        .asInt())
                .isEqualTo(180);
        assertThat(text("#dead")).contains("freezer-readings-0 offset 180");
        assertThat(text("#facts")).contains("rows are appended as they come").doesNotContain("delay");
        assertThat(text("#t-lag")).isEqualTo("0");
        assertThat(text("#t-rows")).isEqualTo("180 rows written");
        assertThat(tooWide()).isEmpty();
        picture("append-light");
        browser.prefer("dark");
        picture("append-dark");
        nothingWentWrong(appending);
        assertThat(browser.requests()).noneMatch(request -> request.contains("/api/windows"));
    }

    @Test
    void onAPhoneNothingIsWiderThanThePage() throws Exception {
        for (ServedQuery served : List.of(windowed, appending)) {
            open(served, PHONE);
            browser.await("commits are shown", "document.querySelectorAll('#commits tbody tr').length > 0");
            String name = served.equals(windowed) ? "windows" : "append";
            browser.value("document.querySelectorAll('details').forEach(d => d.open = true)");
            assertThat(tooWide()).as(served.url()).isEmpty();
            for (JsonNode height : browser.value(
                    "[...document.querySelectorAll('main section')].filter(s => s.checkVisibility()).map(s => s.clientHeight)")) {
                assertThat(height.asInt()).isGreaterThan(40);
            }
            picture(name + "-phone-light");
            browser.prefer("dark");
            picture(name + "-phone-dark");
            browser.prefer("light");
            nothingWentWrong(served);
            browser.requests().clear();
        }
    }

    /** On a phone's width too: a keyboard may be connected, and a screen reader goes the same way. */
    @Test
    void everythingIsReachedByKeys() throws Exception {
        for (int width : List.of(1_200, PHONE)) {
            open(windowed, width);
            browser.await("windows are drawn", "document.querySelectorAll('#timeline [role=option]').length === 2");
            Set<String> reached = new LinkedHashSet<>();
            for (int i = 0; i < 20; i++) {
                browser.press("Tab");
                reached.add(focused());
            }
            assertThat(reached)
                    .startsWith("skip", "pause", "theme", "timeline", "aggregate")
                    .contains("summary As a table", "region h-dead", "sql", "summary Plan", "API", "Metrics", "Health");
            browser.value("document.querySelector('#timeline').focus()");
            browser.press("ArrowDown");
            browser.await(
                    "the second window is shown",
                    "document.querySelector('#h-window').textContent === 'Open window 08:20\u201308:30'");
            browser.press("p");
            assertThat(text("#pause")).isEqualTo("Go on");
            browser.press("p");
            assertThat(text("#pause")).isEqualTo("Pause");
            browser.press("t");
            assertThat(text("#theme")).isEqualTo("Theme: dark");
            browser.press("t");
            browser.press("t");
            assertThat(text("#theme")).isEqualTo("Theme: auto");
            browser.value("document.querySelector('.skip').focus()");
            browser.press("Enter");
            assertThat(browser.value("document.activeElement.id").asText()).isEqualTo("main");
        }
        nothingWentWrong(windowed);
    }

    private static String focused() {
        return browser.value("""
                        (e => e.id || (e.matches('summary') ? 'summary ' + e.textContent
                            : e.matches('[role=region]') ? 'region ' + e.getAttribute('aria-labelledby')
                            : e.className || e.textContent))(document.activeElement)
                        """).asText();
    }
}
