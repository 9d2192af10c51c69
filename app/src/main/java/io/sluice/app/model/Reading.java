package io.sluice.app.model;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * One temperature that a freezer unit measured.
 *
 * @param unitId such as {@code freezer-01}
 * @param temperatureTenths in tenths of a degree Celsius, so that sums of it are exact
 * @param readingTime when it was measured, in whole seconds
 * @param arrivalTime when it reached Kafka: two seconds later, or minutes later after an outage
 */
public record Reading(String unitId, int temperatureTenths, Instant readingTime, Instant arrivalTime) {

    public double temperatureC() {
        return temperatureTenths / 10.0;
    }

    /** The Kafka record's key. */
    public byte[] key() {
        return unitId.getBytes(StandardCharsets.UTF_8);
    }

    /** The Kafka record's value. */
    public byte[] json() {
        return ("{\"UnitId\":\"" + unitId + "\",\"TemperatureC\":" + temperatureC() + ",\"ReadingTime\":\""
                        + readingTime + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
