package io.sluice.app.file;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;

/**
 * Where a query is seen and asked over HTTP.
 *
 * @param host address to listen at
 * @param port 0 for any that is free
 * @param advertised {@code host:port} at which other instances reach this one; empty when that follows from host and port
 * @param access who may ask; empty when everybody may
 * @param tls empty to speak plain HTTP
 */
public record HttpSettings(
        String host, int port, Optional<String> advertised, Optional<Access> access, Optional<Tls> tls) {

    /** What a request must bring. */
    public sealed interface Access {
        record Basic(String user, String password) implements Access {
            @Override
            public String toString() {
                return "Basic[user=" + user + ", password=" + Secrets.HIDDEN + "]";
            }
        }

        record Bearer(String token) implements Access {
            @Override
            public String toString() {
                return "Bearer[token=" + Secrets.HIDDEN + "]";
            }
        }
    }

    /** @param keystore of the server's key and certificate, PKCS12 or JKS */
    public record Tls(Path keystore, String password) {
        /**
         * What the keystore holds.
         *
         * @throws IOException when the file cannot be read, or the password is not its
         * @throws GeneralSecurityException when it is no keystore
         */
        public KeyStore open() throws GeneralSecurityException, IOException {
            return KeyStore.getInstance(keystore.toFile(), password.toCharArray());
        }

        @Override
        public String toString() {
            return "Tls[keystore=" + keystore + ", password=" + Secrets.HIDDEN + "]";
        }
    }

    /** Whether only this machine can reach that address. */
    public static boolean isLoopback(String host) {
        return host.equals("localhost")
                || host.equals("::1")
                || host.equals("[::1]")
                || host.matches("127(\\.\\d{1,3}){3}");
    }

    public boolean isLoopback() {
        return isLoopback(host);
    }
}
