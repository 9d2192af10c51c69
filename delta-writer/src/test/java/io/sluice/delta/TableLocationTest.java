package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.delta.log.AtomicFileLogStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableLocationTest {
    @ParameterizedTest
    @CsvSource({
        "/lake/t, /lake/t",
        "file:/lake/t, /lake/t",
        "file:///lake/t, /lake/t",
        "FILE:///lake/a b%20c, /lake/a b%20c",
        "/lake/x/../t/, /lake/t",
    })
    void localPathsInEverySpelling(String name, Path expected) {
        TableLocation location = TableLocation.of(name, DeltaOptions.defaults());
        assertThat(location.local()).contains(expected);
        assertThat(location.path().toUri().getPath()).isEqualTo(expected.toString());
        assertThat(location.configuration().get("delta.logStore.file.impl"))
                .isEqualTo(AtomicFileLogStore.class.getName());
    }

    @Test
    void aRelativePathIsTakenFromTheWorkingFolder() {
        assertThat(TableLocation.of("lakehouse/t", DeltaOptions.defaults()).local())
                .contains(Path.of("lakehouse/t").toAbsolutePath());
    }

    @ParameterizedTest
    @CsvSource({
        "s3a://bucket/t, overwrite each other's commits",
        "s3://bucket/t, overwrite each other's commits",
        "gs://bucket/t, untested",
        "wasbs://c@a.blob.core.windows.net/t, write abfss://",
        "ftp://host/t, the scheme 'ftp' is not one",
        "abfss://c@a.dfs.core.windows.net/t, no driver for 'abfss' on the class path; add hadoop-azure",
    })
    void otherSchemesAreRefusedWithTheReason(String name, String reason) {
        assertThatThrownBy(() -> TableLocation.of(name, DeltaOptions.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("table path = '" + name + "'")
                .hasMessageContaining(reason);
    }

    @Test
    void hdfsIsTaken() {
        TableLocation location = TableLocation.of("hdfs://name:9000/lake/t", DeltaOptions.defaults());
        assertThat(location.local()).isEmpty();
        assertThat(location.logPath().toString()).isEqualTo("hdfs://name:9000/lake/t/_delta_log");
    }

    @Test
    void refusalHasRuleAndRemedyApart() {
        TablePathException refused = catchThrowableOfType(
                TablePathException.class, () -> TableLocation.of("s3a://bucket/t", DeltaOptions.defaults()));
        assertThat(refused.rule()).contains("overwrite each other's commits");
        assertThat(refused.remedy()).isEqualTo("use a file system, HDFS or Azure path");
    }

    @Test
    void blankIsRefused() {
        assertThatThrownBy(() -> TableLocation.of(" ", DeltaOptions.defaults()))
                .hasMessageContaining("must not be blank");
    }
}
