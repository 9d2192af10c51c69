package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An event time that is an expression, from the source to the table. Windows of ten minutes, half a window of delay. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class ComputedEventTimeTest {
    @TempDir
    Path folder;

    @Test
    void windowsAndLatenessFollowTheExpressionWhoseChangeIsRefused() throws Exception {
        try (ReadingsBroker broker = ReadingsBroker.start(folder.resolve("kafka"))) {
            ReadingsBroker.Readings readings = broker.readings("computed", 1);
            CountingQuery query = CountingQuery.of(readings, folder)
                    .replace("column: ReadingTime", "column: \"ReadingTime - INTERVAL '3' MINUTE\"")
                    .replace("DESCRIPTOR(ReadingTime)", "DESCRIPTOR(_event_time)");
            readings.send(0, 3, 11, 12, 13, 28);
            readings.sendText(0, "{\"UnitId\": \"unit-0\"}");
            // of minute 9, and the watermark is at minute 20
            readings.send(0, 12, 40);
            StreamingQuery run = query.runToEnd();
            assertThat(query.rows()).containsExactly("0 unit-0 3", "10 unit-0 1", "20 unit-0 1");
            assertThat(run.leftOut())
                    .returns(1L, StreamingQuery.LeftOut::lateRows)
                    .returns(1L, StreamingQuery.LeftOut::deadLetters);
            CountingQuery changed = query.replace("'3' MINUTE", "'4' MINUTE");
            assertThatThrownBy(changed::runToEnd)
                    .isInstanceOf(QueryStartException.class)
                    .hasMessageContaining("sources.readings.watermark.column: was ")
                    .hasMessageContaining("3")
                    .hasMessageContaining("4");
        }
    }
}
