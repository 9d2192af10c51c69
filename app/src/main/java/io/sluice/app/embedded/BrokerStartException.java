package io.sluice.app.embedded;

import org.jspecify.annotations.Nullable;

/** The embedded broker cannot start. The message is for users: it names the data folder, the reason and a way out. */
public final class BrokerStartException extends Exception {
    private static final long serialVersionUID = 1;

    BrokerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
