package io.sluice.app.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.sluice.delta.DeltaOptions;
import io.sluice.delta.DeltaTable;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.delta.commit.RetryPolicy;
import io.sluice.serdes.schema.Column;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A table that is away is told in one line for each attempt. */
class FailedAttemptsTest {
    @Test
    void tracesOfFailedAttemptsAreForDebuggingOnly(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("table");
        DeltaTable table = DeltaTable.at(
                path.toString(),
                DeltaOptions.defaults().withRetries(new RetryPolicy(3, Duration.ZERO, Duration.ZERO), length -> {}));
        table.ensure(Schema.of(Column.nullable("n", DataType.Primitive.LONG)), List.of());
        Files.move(path, folder.resolve("away"));
        Logger logger = (Logger) LoggerFactory.getLogger("io.sluice.delta.commit");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            assertThatThrownBy(() -> table.positions(Set.of("q:0"))).isInstanceOf(DeltaUnavailableException.class);
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(before);
        }
        assertThat(lines.list).hasSize(3).allSatisfy(line -> {
            assertThat(line.getThrowableProxy()).isNull();
            assertThat(line.getFormattedMessage())
                    .contains("of 3 failed: ", "the table is gone")
                    .hasLineCount(1);
        });
    }
}
