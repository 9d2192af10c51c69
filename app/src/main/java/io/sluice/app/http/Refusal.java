package io.sluice.app.http;

/** A request that gets another answer than 200: a status, what is wrong, and when to come again. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int retryAfterSeconds;

    /** @param retryAfterSeconds 0 when coming again is of no use */
    Refusal(int status, String reason, int retryAfterSeconds) {
        super(reason, null, false, false);
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    static Refusal badRequest(String reason) {
        return new Refusal(400, reason, 0);
    }

    static Refusal notReady(String reason) {
        return new Refusal(503, reason, 1);
    }

    int status() {
        return status;
    }

    int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
