package io.sluice.app.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often one address may ask: {@code perSecond} in the long run, {@code burst} at once. Remembers a bounded number of addresses,
 * those that asked last. Thread-safe.
 */
final class RateLimit {
    private static final int REMEMBERED = 1_000;

    private final double perSecond;
    private final double burst;
    private final LongSupplier nanoTime;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Bucket(double tokens, long nanos) {}

    RateLimit(double perSecond, double burst, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.nanoTime = nanoTime;
    }

    /** Whether that address may ask once more now. */
    synchronized boolean allows(String address) {
        long now = nanoTime.getAsLong();
        Bucket before = buckets.getOrDefault(address, new Bucket(burst, now));
        double tokens = Math.min(burst, before.tokens + (now - before.nanos) / 1e9 * perSecond);
        buckets.put(address, new Bucket(tokens >= 1 ? tokens - 1 : tokens, now));
        return tokens >= 1;
    }
}
