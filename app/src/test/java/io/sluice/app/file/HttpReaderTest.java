package io.sluice.app.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.embedded.Certificate;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code http} and {@code health}: what is open to whom is decided here. */
class HttpReaderTest {
    private static final String HTTP =
            "http: {port: 0, host: 127.0.0.1, advertised: \"node-1:8080\", token: 0123456789abcdef, insecure: false}\n";

    @TempDir
    Path folder;

    private List<String> problems(String http) throws Exception {
        return QueryFiles.problems(folder, QueryFiles.fullWith(HTTP, "http: " + http + "\n"));
    }

    private HttpSettings read(String http) throws Exception {
        return QueryFiles.read(folder, QueryFiles.fullWith(HTTP, "http: " + http + "\n"))
                .http()
                .orElseThrow();
    }

    @Test
    void noPortIsOpenedUnlessItIsAskedFor() throws Exception {
        QueryFile query = QueryFiles.read(folder, QueryFiles.fullWith(HTTP, ""));
        assertThat(query.http()).isEmpty();
    }

    @Test
    void onlyThisMachineIsServedUnlessItIsSaid() throws Exception {
        assertThat(read("{port: 8080}"))
                .isEqualTo(new HttpSettings("127.0.0.1", 8080, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.0.0.0", "\"::\"", "10.1.2.3", "sluice.example", "127.0.0.1.example", "localhost.example"})
    void addressThatOthersReachNeedsCredentials(String host) throws Exception {
        assertThat(problems("{port: 8080, host: " + host + "}"))
                .singleElement()
                .asString()
                .contains("http.host = ", "anybody could read", "--insecure");
        assertThat(problems("{port: 8080, host: " + host + ", token: 0123456789abcdef}"))
                .isEmpty();
        assertThat(problems("{port: 8080, host: " + host + ", insecure: true}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "\"::1\""})
    void addressOfThisMachineNeedsNone(String host) throws Exception {
        assertThat(problems("{port: 8080, host: " + host + "}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {port: 65536}                                  | must be a port
            {port: x}                                      | must be a port
            {host: localhost}                              | is required
            {port: 1, user: ann}                           | has one of user and password only
            {port: 1, password: sesame}                    | has one of user and password only
            {port: 1, user: "a:b", password: sesame}       | must not contain a colon
            {port: 1, token: short}                        | must be 16 characters or more
            {port: 1, token: 0123456789abcdef, user: a, password: b} | stands beside user and password
            {port: 1, advertised: nowhere}                 | must be host:port
            {port: 1, tls: {keystore: nowhere.p12, password: x}} | is no file that can be read
            {port: 1, tls: {password: x}}                  | is required
            {port: 1, colour: red}                         | is not known
            """)
    void problemsAreNamed(String http, String rule) throws Exception {
        assertThat(problems(http)).anySatisfy(problem -> assertThat(problem).contains(rule));
    }

    /** A check says it, and not only the run that wants it. */
    @Test
    void keystoreThatIsOfNoUseIsRefused() throws Exception {
        Certificate certificate = Certificate.make(folder.resolve("tls"), "changeit");
        String http = "{port: 1, tls: {keystore: %s, password: %s}}";
        assertThat(problems(http.formatted(certificate.keystore(), "changeit"))).isEmpty();
        assertThat(problems(http.formatted(certificate.keystore(), "hunter2hunter2")))
                .singleElement()
                .asString()
                .contains("http.tls.keystore = ", "cannot be opened", "http.tls.password")
                .doesNotContain("hunter2");
        assertThat(problems(http.formatted(certificate.trusted(), "changeit")))
                .singleElement()
                .asString()
                .contains("cannot be opened");
        KeyStore empty = KeyStore.getInstance("PKCS12");
        empty.load(null, null);
        Path file = folder.resolve("empty.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            empty.store(out, "changeit".toCharArray());
        }
        assertThat(problems(http.formatted(file, "changeit")))
                .singleElement()
                .asString()
                .contains("holds no private key");
    }

    @Test
    void secretsAreShownNowhere() throws Exception {
        String http =
                "{port: 1, user: ann, password: hunter2hunter2, tls: {keystore: /nowhere, password: hunter2hunter2}}";
        assertThat(problems(http))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem).doesNotContain("hunter2"));
        assertThat(problems("{port: 1, token: hunter2}"))
                .singleElement()
                .asString()
                .contains("http.token = (hidden)");
        QueryFile query =
                QueryFiles.read(folder, QueryFiles.fullWith(HTTP, "http: {port: 1, token: hunter2hunter2hunter2}\n"));
        assertThat(query.toString()).contains("http.token = (hidden)").doesNotContain("hunter2");
        assertThat(query.http().orElseThrow().toString()).doesNotContain("hunter2");
        assertThat(new HttpSettings.Access.Basic("ann", "hunter2").toString()).doesNotContain("hunter2");
        assertThat(new HttpSettings.Tls(folder, "hunter2").toString()).doesNotContain("hunter2");
    }

    @Test
    void placeholderOfASecretIsShownAndWhatItStandsForIsNot() throws Exception {
        String yaml = QueryFiles.fullWith(HTTP, "http: {port: 1, token: \"${env:T}\"}\n");
        try {
            QueryFiles.read(folder, yaml, Map.of(), Map.of("T", "hunter2"));
            throw new AssertionError("a short token was taken");
        } catch (QueryFileException refused) {
            assertThat(refused).hasMessageContaining("${env:T}").hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void credentialsInClearAreNoticed() throws Exception {
        String yaml = QueryFiles.fullWith(HTTP, "http: {port: 1, host: 0.0.0.0, token: 0123456789abcdef}\n");
        assertThat(QueryFiles.read(folder, yaml).notices())
                .anySatisfy(notice -> assertThat(notice).contains("in clear"));
    }

    @Test
    void standstillHasALeastTimeAndMayBeSwitchedOff() throws Exception {
        String health = "health: {stalledAfter: 5 minutes, stopWhenStalled: true}";
        assertThat(QueryFiles.problems(folder, QueryFiles.fullWith(health, "health: {stalledAfter: 5 seconds}")))
                .singleElement()
                .asString()
                .contains("must be 30 seconds or more, or never");
        assertThat(QueryFiles.read(folder, QueryFiles.fullWith(health, "health: {stalledAfter: never}"))
                        .health())
                .isEqualTo(new HealthSettings(Optional.empty(), false));
        assertThat(QueryFiles.read(folder, QueryFiles.fullWith(health, "")).health())
                .isEqualTo(new HealthSettings(Optional.of(Duration.ofMinutes(10)), false));
    }
}
