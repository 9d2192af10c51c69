package io.sluice.delta.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataFilePathTest {
    @ParameterizedTest
    @CsvSource({
        "a b:c,    day=a b%3Ac,     day=a%20b%253Ac",
        "US/East,  day=US%2FEast,   day=US%252FEast",
        "100%,     day=100%25,      day=100%2525",
        "é,        day=é,           day=%C3%A9",
        "a+b,      day=a+b,         day=a%2Bb",
        "x=y,      day=x%3Dy,       day=x%253Dy",
        "2026-01-31, day=2026-01-31, day=2026-01-31",
    })
    void valuesAreEscapedInTheFolderAndEncodedInTheLog(String value, String folder, String encoded) {
        assertThat(DataFilePath.folder("day", value)).isEqualTo(folder);
        assertThat(DataFilePath.encode(folder)).isEqualTo(encoded);
        assertThat(DataFilePath.decode(encoded)).isEqualTo(folder);
    }

    @Test
    void nullHasHivesFolder() {
        assertThat(DataFilePath.folder("day", null)).isEqualTo("day=__HIVE_DEFAULT_PARTITION__");
    }

    @Test
    void aValueTooLongForANameGetsAShortFolderOfItsOwn() {
        String one = DataFilePath.folder("day", "é".repeat(126) + "1");
        String other = DataFilePath.folder("day", "é".repeat(126) + "2");
        assertThat(one.getBytes(StandardCharsets.UTF_8).length).isLessThan(256);
        assertThat(one).startsWith("day=~").isNotEqualTo(other);
        assertThat(DataFilePath.folder("day", "é".repeat(125))).isEqualTo("day=" + "é".repeat(125));
    }

    @Test
    void spellingsOfOtherWritersAreDecodedToo() {
        assertThat(DataFilePath.decode("day=é x%2")).isEqualTo("day=é x%2");
        assertThat(DataFilePath.isAbsolute("s3://bucket/part-0")).isTrue();
        assertThat(DataFilePath.isAbsolute("file:/lake/part-0")).isTrue();
        assertThat(DataFilePath.isAbsolute("/lake/part-0")).isTrue();
        assertThat(DataFilePath.isAbsolute("day=1/part-0")).isFalse();
    }
}
