package io.sluice.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Drops what the embedded broker logs about the connections to itself. They are made by the same classes as a client's connections
 * to a cluster, whose warnings people must see, so that a logger's level cannot tell them apart.
 */
public final class BrokerChatter extends Filter<ILoggingEvent> {
    private static final String OWN_CONNECTION = "[NodeToControllerChannelManager ";

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return event.getFormattedMessage().startsWith(OWN_CONNECTION) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
