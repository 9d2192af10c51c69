package io.sluice.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.regex.Pattern;

/**
 * Drops warnings of libraries that mean nothing to anybody. A logger's level cannot do it: the same classes warn about
 * connections that fail, and that people must see.
 */
public final class HarmlessWarnings extends Filter<ILoggingEvent> {
    /** The embedded broker's connection to itself, which it closes twice. */
    private static final String BROKER_TO_ITSELF = "[NodeToControllerChannelManager ";

    /** The broker is still writing the end of the transaction before; exactly-once writers meet this often, and try again. */
    private static final String TRANSACTION_BEFORE = "Error: CONCURRENT_TRANSACTIONS";

    /** A shuffle topic that was made a moment ago and that not every broker has heard of; Kafka Streams waits for it. */
    private static final Pattern NEW_SHUFFLE_TOPIC =
            Pattern.compile(".*\\{[^,{}]+-shuffle-repartition=(UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE)}");

    /** The exception behind it is told to whoever wanted the port. */
    private static final String SERVER_DID_NOT_START = "Failed to start Javalin";

    @Override
    public FilterReply decide(ILoggingEvent event) {
        String message = event.getFormattedMessage();
        boolean harmless = message.startsWith(BROKER_TO_ITSELF)
                || message.endsWith(TRANSACTION_BEFORE)
                || message.equals(SERVER_DID_NOT_START)
                || NEW_SHUFFLE_TOPIC.matcher(message).matches();
        return harmless ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
