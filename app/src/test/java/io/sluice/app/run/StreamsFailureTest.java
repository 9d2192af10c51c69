package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.kafka.KafkaUnavailableException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class StreamsFailureTest {
    private static String explained(RuntimeException cause) {
        RuntimeException explained = StreamsFailure.explained(new StreamsException("thread died", cause));
        assertThat(explained).isInstanceOf(KafkaUnavailableException.class);
        assertThat(RestartPolicy.isFatal(explained)).isTrue();
        return String.valueOf(explained.getMessage());
    }

    @Test
    void refusalsThatComeWhileTheQueryRunsSayWhatToLookAt() {
        assertThat(explained(new SaslAuthenticationException("expired")))
                .isEqualTo(
                        "kafka: the credentials are refused (expired); check kafka.sasl.mechanism and kafka.sasl.jaas.config");
        assertThat(explained(new SslAuthenticationException("handshake", new IllegalStateException("unknown issuer"))))
                .startsWith("kafka: TLS failed (unknown issuer); check kafka.ssl.truststore.location");
        assertThat(explained(new TopicAuthorizationException("not yours")))
                .startsWith("kafka: the user may not do it (not yours); a query reads its source");
    }

    @Test
    void otherFailuresStayWhatTheyAre() {
        StreamsException other = new StreamsException("something else");
        assertThat(StreamsFailure.explained(other)).isSameAs(other);
    }
}
