package io.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.app.checkpoint.CheckpointException;
import io.sluice.app.kafka.KafkaUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failures are tried again, how often and after what pause. */
class RestartPolicyTest {
    private final Throwable passing =
            new KafkaUnavailableException("silent", new IllegalStateException("for the test"));
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final RestartPolicy policy = new RestartPolicy(3, Duration.ofSeconds(10));

    @Test
    void pausesGrowAndRetriesEnd() {
        assertThat(policy.pauseAfter(passing, SHORT)).contains(Duration.ofSeconds(10));
        assertThat(policy.pauseAfter(passing, SHORT)).contains(Duration.ofSeconds(20));
        assertThat(policy.pauseAfter(passing, SHORT)).contains(Duration.ofSeconds(40));
        assertThat(policy.pauseAfter(passing, SHORT)).isEmpty();
    }

    @Test
    void queryThatRanWellBeginsAnew() {
        assertThat(policy.pauseAfter(passing, SHORT)).contains(Duration.ofSeconds(10));
        assertThat(policy.pauseAfter(passing, SHORT)).contains(Duration.ofSeconds(20));
        assertThat(policy.pauseAfter(passing, Duration.ofSeconds(199))).contains(Duration.ofSeconds(40));
        assertThat(policy.pauseAfter(passing, Duration.ofSeconds(400))).contains(Duration.ofSeconds(10));
    }

    @Test
    void pauseHasAnEnd() {
        RestartPolicy patient = new RestartPolicy(1_000_000, Duration.ofSeconds(10));
        Optional<Duration> pause = Optional.empty();
        for (int i = 0; i < 100; i++) {
            pause = patient.pauseAfter(passing, SHORT);
        }
        assertThat(pause).contains(Duration.ofMinutes(5));
    }

    static Stream<Throwable> fatal() {
        return Stream.of(
                new CheckpointException("of another query"),
                new QueryStartException(QueryStartException.Subject.KAFKA, "no such topic"),
                new QueryFailedException("q", new CheckpointException("copied")),
                new QueryFailedException(
                        "q", new IllegalStateException(new SaslAuthenticationException("wrong password"))),
                new QueryFailedException("q", new TopicAuthorizationException("not yours")),
                new QueryFailedException("q", new OutOfMemoryError("for the test")));
    }

    @ParameterizedTest
    @MethodSource("fatal")
    void whatSomebodyHasToMendIsNotTriedAgain(Throwable failure) {
        assertThat(policy.pauseAfter(failure, SHORT)).isEmpty();
    }

    @Test
    void nothingIsTriedAgainUnlessItIsWanted() {
        assertThat(new RestartPolicy(0, Duration.ZERO).pauseAfter(passing, SHORT))
                .isEmpty();
    }
}
