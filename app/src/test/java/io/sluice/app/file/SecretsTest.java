package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final String SECRET = "hunter2";

    @TempDir
    Path folder;

    @Test
    void noDisplayHoldsASecret() throws Exception {
        String yaml = QueryFiles.fullWith("security.protocol: PLAINTEXT", """
                ssl.key.password: hunter2, sasl.jaas.config: "a required username=\\"u\\" password=\\"hunter2\\";",
                  ssl.keystore.key: hunter2, my.plugin.url: "https://ann:hunter2@host/x", my.plugin.text: "x;SharedAccessKey=hunter2",
                  client.id: "${env:HIDE}\"""");
        QueryFile query = QueryFiles.read(folder, yaml, Map.of(), Map.of("HIDE", SECRET));
        assertThat(query.kafka().properties()).containsEntry("client.id", SECRET);
        assertThat(List.of(
                        query.toString(),
                        query.kafka().toString(),
                        query.settings().toString(),
                        query.settings()
                                .problem("kafka.ssl.key.password", "r", "m")
                                .toString(),
                        query.settings().problem("kafka", "r", "m").toString()))
                .allSatisfy(display -> assertThat(display).doesNotContain(SECRET));
        assertThat(query.settings().shown())
                .containsEntry("kafka.ssl.key.password", "(hidden)")
                .containsEntry("kafka.client.id", "\"${env:HIDE}\"")
                .containsEntry("kafka.bootstrap.servers", "\"localhost:9092\"");
    }

    @Test
    void problemsOfSecretsDoNotShowThem() throws Exception {
        String yaml = QueryFiles.fullWith(
                "security.protocol: PLAINTEXT", "sasl.login.connect.timeout.ms: 5, ssl.key.password: [hunter2]");
        assertThat(QueryFiles.problems(folder, yaml))
                .singleElement()
                .asString()
                .startsWith("query.yaml:2:98: kafka.ssl.key.password = (hidden): must be a single value");
    }

    @Test
    void valueOfAProviderIsNotShownByItsProblemEither() {
        String yaml = QueryFiles.fullWith("num.stream.threads: 2", "num.stream.threads: \"${env:N}\"");
        assertThat(catchThrowableOfType(
                                QueryFileException.class,
                                () -> QueryFiles.read(folder, yaml, Map.of(), Map.of("N", SECRET)))
                        .getMessage())
                .contains("streams.num.stream.threads = \"${env:N}\": is refused by Kafka")
                .doesNotContain(SECRET);
    }

    @Test
    void whatAPlaceholderOfOurOwnSettingStandsForIsShownByItsProblem() {
        assertThat(problemsOf("localhost:9092", "${env:V}", "nowhere"))
                .contains("kafka.bootstrap.servers = \"${env:V}\": must be host:port", "this stands for \"nowhere\"");
        assertThat(problemsOf("15 minutes", "\"${env:V}\"", "5 minuts")).contains("stands for \"5 minuts\"");
        assertThat(problemsOf("localhost:9092", "${env:V}", "x://ann:" + SECRET + "@host"))
                .doesNotContain(SECRET);
    }

    private String problemsOf(String replaced, String placeholder, String value) {
        String yaml = QueryFiles.fullWith(replaced, placeholder);
        return String.valueOf(catchThrowableOfType(
                        QueryFileException.class, () -> QueryFiles.read(folder, yaml, Map.of(), Map.of("V", value)))
                .getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.key.password",
                "sasl.jaas.config",
                "ssl.keystore.key",
                "fs.azure.account.key.onelake.dfs.core.windows.net",
                "sasl.oauthbearer.client.credentials.client.secret",
                "my.token"
            })
    void secretNamesAreKnown(String property) {
        assertThat(Secrets.isSecretKey(property)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bootstrap.servers", "key.serializer", "ssl.keystore.location", "client.id", "max.poll.records"})
    void otherNamesAreShown(String property) {
        assertThat(Secrets.isSecretKey(property)).isFalse();
    }
}
