package io.sluice.app.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Optional;

/** Reads {@code http}. */
final class HttpReader {
    private static final String HOST = "[A-Za-z0-9.:\\[\\]_-]{1,253}";
    private static final String ADVERTISED = "[A-Za-z0-9.\\[\\]:_-]{1,253}:[0-9]{1,5}";
    private static final String MAKE_A_KEYSTORE = "make a PKCS12 keystore with the server's key and certificate";
    private static final int LARGEST_PORT = 65_535;

    private HttpReader() {}

    static Optional<HttpSettings> read(Field field) {
        return field.section().map(HttpReader::read);
    }

    private static HttpSettings read(Section section) {
        Field host = section.field("host");
        Optional<HttpSettings.Access> access = access(section);
        Optional<HttpSettings.Tls> tls = section.field("tls").section().map(HttpReader::tls);
        HttpSettings settings = new HttpSettings(
                host(host), port(section.field("port")), advertised(section.field("advertised")), access, tls);
        boolean insecure = section.field("insecure").flag();
        if (!settings.isLoopback() && access.isEmpty() && !insecure) {
            host.refuse(
                    "is an address that others reach, and anybody could read what is in the windows",
                    "set http.token, or http.user and http.password; or say that it is meant so with http.insecure: true "
                            + "or --insecure");
        }
        if (!settings.isLoopback() && access.isPresent() && tls.isEmpty()) {
            section.problems()
                    .notice("http.host = " + settings.host()
                            + " without http.tls: passwords and tokens pass the network in clear; set http.tls, or put a "
                            + "proxy with TLS in front");
        }
        return settings;
    }

    private static String host(Field field) {
        String host = field.text();
        if (!host.matches(HOST)) {
            field.refuse("must be an address or a name", "write for example " + field.example());
        }
        return host;
    }

    private static int port(Field field) {
        String text = field.text();
        int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : LARGEST_PORT + 1;
        if (port > LARGEST_PORT) {
            field.refuse("must be a port, 0 to 65535", "write for example " + field.example());
        }
        return port;
    }

    private static Optional<String> advertised(Field field) {
        if (!field.isPresent()) {
            return Optional.empty();
        }
        String text = field.text();
        if (!text.matches(ADVERTISED)) {
            field.refuse("must be host:port", "write for example " + field.example());
        }
        return Optional.of(text);
    }

    private static Optional<HttpSettings.Access> access(Section section) {
        Field user = section.field("user");
        Field password = section.field("password");
        Field token = section.field("token");
        String name = user.text();
        String secret = password.text();
        String bearer = token.text();
        if (token.isPresent() && (user.isPresent() || password.isPresent())) {
            token.refuse("stands beside user and password", "keep one of the two ways");
        }
        if (user.isPresent() != password.isPresent()) {
            section.refuse("has one of user and password only", "set both, or token");
        }
        if (name.contains(":")) {
            user.refuse("must not contain a colon", "HTTP's basic authentication cannot carry it");
        }
        if (token.isPresent() && !bearer.matches("[A-Za-z0-9._~+/=-]{16,}")) {
            token.refuse(
                    "must be 16 characters or more, out of letters, digits and . _ ~ + / = -",
                    "make one, for example with: openssl rand -hex 32");
        }
        if (token.isPresent()) {
            return Optional.of(new HttpSettings.Access.Bearer(bearer));
        }
        return user.isPresent() && password.isPresent()
                ? Optional.of(new HttpSettings.Access.Basic(name, secret))
                : Optional.empty();
    }

    private static HttpSettings.Tls tls(Section section) {
        Field keystore = section.field("keystore");
        Field password = section.field("password");
        HttpSettings.Tls tls = new HttpSettings.Tls(Path.of(keystore.text()), password.text());
        if (keystore.isPresent() && !(Files.isRegularFile(tls.keystore()) && Files.isReadable(tls.keystore()))) {
            keystore.refuse("is no file that can be read", MAKE_A_KEYSTORE);
        } else if (keystore.isPresent() && password.isPresent()) {
            open(tls, keystore);
        }
        return tls;
    }

    private static void open(HttpSettings.Tls tls, Field keystore) {
        try {
            KeyStore store = tls.open();
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    return;
                }
            }
            keystore.refuse("holds no private key", MAKE_A_KEYSTORE);
        } catch (GeneralSecurityException | IOException refused) {
            keystore.refuse("cannot be opened (" + refused.getMessage() + ")", "check the file, and http.tls.password");
        }
    }
}
