package io.sluice.test.job;

import io.sluice.test.kafka.Message;
import java.time.Instant;

/**
 * One reading, in the partition it is sent to.
 *
 * @param celsius a multiple of a quarter, so that sums are exact in whatever order they are made
 */
record Measurement(int partition, String unit, double celsius, Instant time) {

    Message message() {
        String json = "{\"UnitId\":\"" + unit + "\",\"TemperatureC\":" + celsius + ",\"ReadingTime\":\"" + time + "\"}";
        return Message.of(unit, json, time).toPartition(partition);
    }
}
