package io.sluice.test.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.test.process.ChildProcess;
import io.sluice.test.process.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the tests of bad input share: runs that must fail in a certain way, and file systems of their own. */
final class Refusals {
    static final int QUERY_FILE = 3;
    static final int KAFKA = 4;
    static final int CHECKPOINT = 5;
    static final int TABLE = 6;
    static final int DATA_LOSS = 7;
    static final int BAD_RECORD = 10;

    private Refusals() {}

    /** Runs the job until it ends by itself, which must be with that code and with all the texts in its standard error. */
    static void assertRefused(Job job, int exitCode, String... texts) {
        try (ChildProcess process = job.availableNow().start("refused")) {
            process.awaitExit(exitCode, Job.SOON);
            assertThat(process.errors()).contains(texts).doesNotContain("\tat ");
        }
    }

    /** Runs a program; false when it fails or does not exist. */
    static boolean succeeds(Path folder, String program, String... arguments) {
        try (ChildProcess process = Launch.program(program, arguments).start(folder, program)) {
            return process.awaitExit(Job.SOON) == 0;
        } catch (UncheckedIOException noSuchProgram) {
            return false;
        }
    }

    /** Fills the file system of the folder to the last byte. */
    static Path fill(Path folder) {
        Path filler = folder.resolve("filler");
        byte[] zeros = new byte[4096];
        try (var out = Files.newOutputStream(filler)) {
            while (filler.toFile().length() < 1 << 30) {
                out.write(zeros);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
        return filler;
    }

    /** The text with one part of it replaced, which it must have. */
    static Job edited(Job job, String part, String replacement) {
        try {
            String text = Files.readString(job.file());
            assertThat(text).contains(part);
            Path changed = job.folder().resolve("changed.yaml");
            Files.write(changed, List.of(text.replace(part, replacement).split("\n")));
            return new Job(job.folder(), changed, job.settings());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
