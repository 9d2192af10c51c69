package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
    @ParameterizedTest
    @CsvSource({
        "delay,delay,0",
        "delay,DELAY,0",
        "dleay,delay,1",
        "dely,delay,1",
        "dellay,delay,1",
        "belay,delay,1",
        "'',abc,3",
        "kitten,sitting,3"
    })
    void countsInsertionsDeletionsReplacementsAndSwaps(String one, String other, int distance) {
        assertThat(EditDistance.between(one, other)).isEqualTo(distance);
        assertThat(EditDistance.between(other, one)).isEqualTo(distance);
    }

    @Test
    void onlyWhatIsProbablyMeantIsProposed() {
        List<String> known = List.of("path", "partitionBy", "compression");
        assertThat(EditDistance.nearest("partitonBy", known)).contains("partitionBy");
        assertThat(EditDistance.nearest("pth", known)).contains("path");
        assertThat(EditDistance.nearest("colour", known)).isEmpty();
    }
}
