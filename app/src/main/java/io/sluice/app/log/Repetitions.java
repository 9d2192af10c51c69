package io.sluice.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shows a message again only when ten seconds have passed since it was last shown: a client that cannot connect says so several
 * times a second, for as long as it lasts. Thread-safe.
 */
public final class Repetitions extends Filter<ILoggingEvent> {
    private static final long SILENCE_MS = 10_000;
    private static final int REMEMBERED = 100;

    private final Map<String, Long> shownAt = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    @Override
    public synchronized FilterReply decide(ILoggingEvent event) {
        String message = event.getLoggerName() + ' ' + event.getFormattedMessage();
        Long before = shownAt.get(message);
        if (before != null && event.getTimeStamp() - before < SILENCE_MS) {
            return FilterReply.DENY;
        }
        shownAt.put(message, event.getTimeStamp());
        return FilterReply.NEUTRAL;
    }
}
