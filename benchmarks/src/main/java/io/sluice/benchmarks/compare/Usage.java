package io.sluice.benchmarks.compare;

/**
 * What running a contender took, from the start of its processes to the end of the last.
 *
 * @param wallSeconds by the clock
 * @param cpuSeconds of all its processes, JVM start and compilation included, the broker's not
 * @param peakMebibytes the largest resident memory; of several processes the sum of each one's largest
 * @param brokerCpuSeconds of the broker meanwhile
 */
record Usage(double wallSeconds, double cpuSeconds, long peakMebibytes, double brokerCpuSeconds) {}
