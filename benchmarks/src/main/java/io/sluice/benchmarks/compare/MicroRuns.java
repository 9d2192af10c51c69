package io.sluice.benchmarks.compare;

import io.sluice.benchmarks.DecodeBenchmark;
import io.sluice.benchmarks.LedgerBenchmark;
import io.sluice.benchmarks.ParquetBenchmark;
import java.util.Collection;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** What single steps of the product cost, by JMH: each in a process of its own, with one thread. */
final class MicroRuns {
    private MicroRuns() {}

    static Table run() throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.include(DecodeBenchmark.class.getName() + "\\.")
                .include(LedgerBenchmark.class.getName() + "\\.")
                .include(ParquetBenchmark.class.getName() + "\\.");
        Collection<RunResult> results = new Runner(options.build()).run();
        Table table = new Table("step", "with", "score", "error (99.9 %)", "unit");
        for (RunResult run : results) {
            BenchmarkParams parameters = run.getParams();
            Result<?> result = run.getPrimaryResult();
            table.add(
                    parameters.getBenchmark().replace("io.sluice.benchmarks.", ""),
                    parameters.getParamsKeys().stream()
                            .map(name -> name + " = " + parameters.getParam(name))
                            .collect(Collectors.joining(", ")),
                    Table.number(result.getScore()),
                    Table.number(result.getScoreError()),
                    result.getScoreUnit());
        }
        return table;
    }
}
