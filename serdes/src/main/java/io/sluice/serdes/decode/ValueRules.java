package io.sluice.serdes.decode;

import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * How values are read.
 *
 * @param zone of timestamps that have no offset
 */
public record ValueRules(Coercion coercion, NonFinite nonFinite, ZoneId zone) {
    /** Strict, finite, in UTC. */
    public static final ValueRules DEFAULT = new ValueRules(Coercion.STRICT, NonFinite.REJECT, ZoneOffset.UTC);
}
