package io.sluice.app.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of its own for a server on this machine, made by the JDK's keytool.
 *
 * @param keystore PKCS12, for the server
 * @param trusted PEM, for clients
 */
public record Certificate(Path keystore, String password, Path trusted) {

    /** @param folder where both files are made */
    public static Certificate make(Path folder, String password) throws Exception {
        Files.createDirectories(folder);
        Path keystore = folder.resolve("server.p12");
        Path trusted = folder.resolve("trusted.pem");
        keytool(
                password,
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-validity",
                "2",
                "-ext",
                "SAN=IP:127.0.0.1,DNS:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                keystore.toString());
        keytool(
                password,
                "-exportcert",
                "-rfc",
                "-alias",
                "server",
                "-keystore",
                keystore.toString(),
                "-file",
                trusted.toString());
        return new Certificate(keystore, password, trusted);
    }

    /** A client that trusts this certificate and no other. */
    public HttpClient client() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream certificate = Files.newInputStream(trusted)) {
            store.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .sslContext(context)
                .build();
    }

    private static void keytool(String password, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", password));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }
}
