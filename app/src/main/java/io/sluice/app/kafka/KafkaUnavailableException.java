package io.sluice.app.kafka;

/** Kafka did not answer, or answered with an error that another try does not mend. */
public final class KafkaUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public KafkaUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
