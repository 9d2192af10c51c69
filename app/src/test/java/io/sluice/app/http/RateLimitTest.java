package io.sluice.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private long nanos;
    private final RateLimit limit = new RateLimit(10, 20, () -> nanos);

    private long allowed(String address, int requests) {
        return IntStream.range(0, requests)
                .filter(request -> limit.allows(address))
                .count();
    }

    @Test
    void burstIsAllowedAndThenTheRate() {
        assertThat(allowed("a", 100)).isEqualTo(20);
        nanos += 1_000_000_000L;
        assertThat(allowed("a", 100)).isEqualTo(10);
        nanos += 3_600_000_000_000L;
        assertThat(allowed("a", 100)).isEqualTo(20);
    }

    @Test
    void oneAddressTakesNothingFromAnother() {
        assertThat(allowed("a", 100)).isEqualTo(20);
        assertThat(allowed("b", 20)).isEqualTo(20);
    }

    @Test
    void manyAddressesAreForgottenOldestFirst() {
        assertThat(allowed("a", 100)).isEqualTo(20);
        IntStream.range(0, 2_000).forEach(i -> limit.allows("other-" + i));
        assertThat(allowed("a", 100)).isEqualTo(20);
    }
}
