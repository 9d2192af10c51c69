package io.sluice.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;

class HarmlessWarningsTest {
    private static final String CLIENT = "org.apache.kafka.clients.NetworkClient";
    private static final String SENDER = "org.apache.kafka.clients.producer.internals.Sender";

    @Test
    void talkOfTheEmbeddedBrokerWithItselfIsDropped() {
        assertThat(
                        warning(
                                CLIENT,
                                "[NodeToControllerChannelManager id=1 name=registration] Attempting to close NetworkClient that has already been closed."))
                .isEqualTo(FilterReply.DENY);
    }

    @Test
    void retryBehindTheTransactionBeforeIsDropped() {
        assertThat(
                        warning(
                                SENDER,
                                "[Producer clientId=a, transactionalId=a-1] Got error produce response with correlation id 13 on topic-partition"
                                        + " a-ledger-changelog-0, retrying (2147483646 attempts left). Error: CONCURRENT_TRANSACTIONS"))
                .isEqualTo(FilterReply.DENY);
    }

    @Test
    void shuffleTopicJustMadeIsDroppedAndAMissingSourceIsNot() {
        String text =
                "[Consumer groupId=a] The metadata response from the cluster reported a recoverable issue with correlation id 2 : ";
        assertThat(warning(CLIENT, text + "{a-shuffle-repartition=UNKNOWN_TOPIC_OR_PARTITION}"))
                .isEqualTo(FilterReply.DENY);
        assertThat(warning(CLIENT, text + "{readings=UNKNOWN_TOPIC_OR_PARTITION}"))
                .isEqualTo(FilterReply.NEUTRAL);
        assertThat(
                        warning(
                                CLIENT,
                                text
                                        + "{readings=UNKNOWN_TOPIC_OR_PARTITION, a-shuffle-repartition=UNKNOWN_TOPIC_OR_PARTITION}"))
                .isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void portThatCannotBeHadIsToldByOurOwnError() {
        assertThat(warning("io.javalin.Javalin", "Failed to start Javalin")).isEqualTo(FilterReply.DENY);
        assertThat(warning("io.javalin.Javalin", "Uncaught exception")).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void troubleWithAClusterIsShown() {
        assertThat(warning(
                        CLIENT,
                        "[AdminClient clientId=adminclient-1] Connection to node -1 (localhost/127.0.0.1:1) could not be established."
                                + " Node may not be available."))
                .isEqualTo(FilterReply.NEUTRAL);
        assertThat(warning(
                        SENDER,
                        "[Producer clientId=a] Got error produce response with correlation id 13 on topic-partition a-0, retrying"
                                + " (5 attempts left). Error: NOT_ENOUGH_REPLICAS"))
                .isEqualTo(FilterReply.NEUTRAL);
    }

    private static FilterReply warning(String logger, String message) {
        LoggerContext context = new LoggerContext();
        return new HarmlessWarnings()
                .decide(new LoggingEvent(
                        HarmlessWarningsTest.class.getName(),
                        context.getLogger(logger),
                        Level.WARN,
                        message,
                        null,
                        new Object[0]));
    }
}
