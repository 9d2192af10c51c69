package io.sluice.app.cli;

import io.sluice.app.checkpoint.CheckpointException;
import io.sluice.app.file.QueryFileException;
import io.sluice.app.kafka.KafkaUnavailableException;
import io.sluice.app.kafka.SourceOffsets.DataLossException;
import io.sluice.app.run.QueryFailedException;
import io.sluice.app.run.QueryStartException;
import io.sluice.app.run.ShutdownTimeoutException;
import io.sluice.app.run.StalledException;
import io.sluice.app.sink.MissingRowsException;
import io.sluice.delta.TableMismatchException;
import io.sluice.delta.TablePathException;
import io.sluice.delta.commit.DeltaUnavailableException;
import io.sluice.topology.BadRecordStopException;

/** What the exit code of the process says. */
enum ExitCode {
    SUCCESS(0, "done; a run that was stopped by a signal ended in order"),
    FAILED(1, "an error that has no code of its own; a running query failed"),
    USAGE(2, "the command line is wrong"),
    QUERY_FILE(3, "the query file has problems"),
    KAFKA(4, "Kafka does not answer or lacks what the query needs"),
    CHECKPOINT(5, "the checkpoint is in use, cannot be written, or belongs to another query"),
    TABLE(6, "the table cannot be reached, does not take the query's rows, or has lost some"),
    DATA_LOSS(7, "records that were to be read are gone"),
    SHUTDOWN_TIMEOUT(8, "a stop took longer than shutdownTimeout; nothing is lost, the next run repeats the rest"),
    STALLED(9, "nothing moved for health.stalledAfter, and health.stopWhenStalled is set"),
    BAD_RECORD(10, "a record cannot be used, and badRecords is fail");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    int code() {
        return code;
    }

    String meaning() {
        return meaning;
    }

    static ExitCode of(Throwable thrown) {
        if (thrown instanceof QueryFailedException failed && failed.getCause() != null) {
            return of(failed.getCause());
        }
        if (thrown instanceof QueryFileException) {
            return QUERY_FILE;
        }
        if (thrown instanceof CheckpointException || thrown instanceof QueryStartException) {
            return thrown instanceof QueryStartException start ? of(start) : CHECKPOINT;
        }
        if (thrown instanceof KafkaUnavailableException) {
            return KAFKA;
        }
        if (thrown instanceof StalledException) {
            return STALLED;
        }
        if (thrown instanceof ShutdownTimeoutException) {
            return SHUTDOWN_TIMEOUT;
        }
        if (thrown instanceof TableMismatchException
                || thrown instanceof TablePathException
                || thrown instanceof DeltaUnavailableException
                || thrown instanceof MissingRowsException) {
            return TABLE;
        }
        if (thrown instanceof BadRecordStopException) {
            return BAD_RECORD;
        }
        return thrown instanceof DataLossException ? DATA_LOSS : FAILED;
    }

    private static ExitCode of(QueryStartException refused) {
        return switch (refused.subject()) {
            case KAFKA -> KAFKA;
            case CHECKPOINT -> CHECKPOINT;
            case SETTINGS -> QUERY_FILE;
        };
    }
}
