package io.sluice.app.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionIdsTest {
    private static final String OWN = "0d9c5a1e-5f0b-4c39-8d3e-0123456789ab";
    private static final String OTHER = "aaaaaaaa-5f0b-4c39-8d3e-0123456789ab";
    private static final String TOPIC = "uYJ5v-1XQ0y_3cJ9F2k7Aw";

    @Test
    void queriesThatWroteToATableAreKnownByTheirTransactionIds() {
        List<String> ids = List.of(
                new TransactionIds(OWN, TOPIC).of(0),
                new TransactionIds(OTHER, TOPIC).of(0),
                new TransactionIds(OTHER, TOPIC).of(11),
                "spark-streaming-" + OTHER);
        assertThat(TransactionIds.otherQueries(ids, OWN)).containsExactly(OTHER);
    }
}
