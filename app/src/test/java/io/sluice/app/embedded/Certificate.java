package io.sluice.app.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
