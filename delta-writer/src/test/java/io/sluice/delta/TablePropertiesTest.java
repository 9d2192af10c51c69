package io.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TablePropertiesTest {
    @Test
    void safePropertiesAreTaken() {
        Map<String, String> properties = Map.of(
                "delta.checkpointInterval", "50",
                "delta.logRetentionDuration", "interval 2 weeks",
                "delta.deletedFileRetentionDuration", "168 hours",
                "delta.enableExpiredLogCleanup", "false",
                "delta.appendOnly", "true",
                "delta.dataSkippingNumIndexedCols", "-1");
        assertThat(DeltaOptions.defaults().withTableProperties(properties).tableProperties())
                .isEqualTo(properties);
    }

    @Test
    void allOthersAndBadValuesAreNamedTogether() {
        assertThatThrownBy(() -> DeltaOptions.defaults()
                        .withTableProperties(Map.of(
                                "delta.enableDeletionVectors", "true",
                                "delta.setTransactionRetentionDuration", "interval 1 day",
                                "checkpointInterval", "10",
                                "delta.checkpointInterval", "0",
                                "delta.logRetentionDuration", "1 month")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delta.enableDeletionVectors = true: not known to be safe for every reader")
                .hasMessageContaining("delta.setTransactionRetentionDuration = interval 1 day: not known")
                .hasMessageContaining("table property checkpointInterval = 10: not known")
                .hasMessageContaining("delta.checkpointInterval = 0: must be a number of commits, 1 or more")
                .hasMessageContaining("delta.logRetentionDuration = 1 month: must be an interval");
    }

    @Test
    void theTableDecidesHowManyColumnsHaveStatistics() {
        assertThat(TableProperties.indexedColumns(Map.of())).isEqualTo(32);
        assertThat(TableProperties.indexedColumns(Map.of(TableProperties.INDEXED_COLUMNS, "3")))
                .isEqualTo(3);
        assertThat(TableProperties.indexedColumns(Map.of(TableProperties.INDEXED_COLUMNS, "-1")))
                .isEqualTo(Integer.MAX_VALUE);
        assertThat(TableProperties.indexedColumns(Map.of(TableProperties.INDEXED_COLUMNS, "many")))
                .isZero();
    }
}
