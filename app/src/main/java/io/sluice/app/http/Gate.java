package io.sluice.app.http;

import io.javalin.http.Context;
import io.sluice.app.file.HttpSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What every request passes: who asks, how often, and under which name. Thread-safe.
 *
 * <p>A page of a stranger that a browser on this machine shows cannot read answers of another origin, unless the stranger lets its
 * own name point to this machine. So where nobody is asked for credentials, only names of this machine are answered to.
 */
final class Gate {
    private static final double REQUESTS_PER_SECOND = 50;
    private static final double BURST = 200;

    private final HttpSettings settings;
    private final RateLimit rate = new RateLimit(REQUESTS_PER_SECOND, BURST, System::nanoTime);
    private final Optional<byte[]> expected;

    Gate(HttpSettings settings) {
        this.settings = settings;
        this.expected = settings.access().map(access -> authorization(access).getBytes(StandardCharsets.UTF_8));
    }

    /** The header that a request must carry. */
    static String authorization(HttpSettings.Access access) {
        if (access instanceof HttpSettings.Access.Basic basic) {
            String pair = basic.user() + ":" + basic.password();
            return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        }
        return "Bearer " + ((HttpSettings.Access.Bearer) access).token();
    }

    /** @throws Refusal when the request may not pass */
    void pass(Context request, boolean open) {
        if (!rate.allows(request.ip())) {
            throw new Refusal(429, "too many requests from " + request.ip(), 1);
        }
        if (expected.isEmpty() && settings.isLoopback() && !isNameOfThisMachine(request.host())) {
            throw new Refusal(403, "Host is no name of this machine: use localhost", 0);
        }
        if (!open && !isKnown(request)) {
            request.header(
                    "WWW-Authenticate",
                    settings.access().orElseThrow() instanceof HttpSettings.Access.Basic
                            ? "Basic realm=\"sluice\", charset=\"UTF-8\""
                            : "Bearer realm=\"sluice\"");
            throw new Refusal(401, "credentials are needed", 0);
        }
    }

    /** Whether the request has the credentials, or none are needed. */
    boolean isKnown(Context request) {
        if (expected.isEmpty()) {
            return true;
        }
        String given = request.header("Authorization");
        // takes as long for a nearly right one as for any other
        return given != null && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.get());
    }

    private static boolean isNameOfThisMachine(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":[0-9]+$", "");
        return HttpSettings.isLoopback(name);
    }
}
