package io.sluice.app.kafka;

import java.util.Optional;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Puts into words why Kafka, or this side, does not want to talk. */
public final class AccessRefused {
    private AccessRefused() {}

    /** What is wrong and what to look at; empty when the failure, with all of its causes, is about something else. */
    public static Optional<String> explain(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SslAuthenticationException) {
                return Optional.of("TLS failed (" + root(cause).getMessage()
                        + "); check kafka.ssl.truststore.location, which says whom to trust, the host name in the broker's"
                        + " certificate, and kafka.ssl.keystore.location where the broker wants a certificate of ours");
            }
            if (cause instanceof AuthenticationException) {
                return Optional.of("the credentials are refused (" + cause.getMessage()
                        + "); check kafka.sasl.mechanism and kafka.sasl.jaas.config");
            }
            if (cause instanceof AuthorizationException) {
                return Optional.of(
                        "the user may not do it (" + cause.getMessage()
                                + "); a query reads its source, and makes, writes and reads topics, groups and transactions that begin with its name");
            }
        }
        return Optional.empty();
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
