package io.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.topology.watermark.SharedWatermarks;
import io.sluice.topology.watermark.SilenceRule;
import io.sluice.topology.watermark.SilenceSettings;
import io.sluice.topology.watermark.WatermarkMessage.Share;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowsCommandTest {
    private final SharedWatermarks shared = new SharedWatermarks(
            3, SilenceRule.watching(new SilenceSettings(OptionalLong.of(1), OptionalLong.empty())), 0);

    private void share(int partition, long watermark, boolean idle) {
        Share share = new Share(partition, watermark, watermark, 0, idle, false);
        shared.read(share.key(), share.value());
    }

    private String line() {
        shared.proven(Set.of(0, 1, 2), 0);
        StringWriter text = new StringWriter();
        WindowsCommand.printQueryWatermark(shared.at(0), new PrintWriter(text, true));
        return text.toString().strip();
    }

    @Test
    void partitionThatIsWaitedForIsNamedAndThoseThatAreNot() {
        share(0, 60_000_000, false);
        share(1, 0, true);
        share(2, 120_000_000, false);
        assertThat(line())
                .isEqualTo(
                        "query-wide watermark 1970-01-01T00:01:00Z, held back by partition 0 of the source; idle: 1");
    }

    @Test
    void partitionThatNothingIsKnownOfIsWaitedFor() {
        share(0, 60_000_000, false);
        share(1, 0, true);
        assertThat(line()).isEqualTo("query-wide watermark none yet, held back by partition 2 of the source; idle: 1");
    }

    @Test
    void nobodyIsWaitedForWhenAllAreIdle() {
        share(0, 60_000_000, true);
        share(1, 0, true);
        share(2, 0, true);
        assertThat(line())
                .isEqualTo("query-wide watermark 1970-01-01T00:01:00Z: every partition of the source is idle");
    }
}
