package io.sluice.app.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** One line on a terminal that tells how far a long reading is, rewritten every second. Confined to one thread. */
final class ReadingLine implements AutoCloseable {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int LOOK_AT_CLOCK_EVERY = 1_024;

    private final PrintWriter out;
    private final boolean shown;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private long printedNanos;
    private long expected;
    private long read;
    private boolean begun;

    ReadingLine(PrintWriter out, boolean shown, LongSupplier nanoTime) {
        this.out = out;
        this.shown = shown;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
        this.printedNanos = startNanos;
    }

    /** About so many messages will come. */
    void expect(long messages) {
        expected = messages;
    }

    void count() {
        read++;
        if (shown && read % LOOK_AT_CLOCK_EVERY == 0) {
            long now = nanoTime.getAsLong();
            if (now - printedNanos >= SECOND_NANOS) {
                printedNanos = now;
                print(now);
            }
        }
    }

    private void print(long now) {
        double rate = read * 1e9 / (now - startNanos);
        long left = Math.max(0, expected - read);
        String text = String.format(Locale.ROOT, "%,d", read)
                + (expected > 0 ? String.format(Locale.ROOT, " of %,d", expected) : "")
                + String.format(Locale.ROOT, " messages read, %,.0f/s", rate)
                + (left > 0 ? String.format(Locale.ROOT, " (ETA %d s)", (long) Math.ceil(left / rate)) : "");
        out.print("\r" + text + " ".repeat(Math.max(0, Terminal.columns() - 1 - text.length())));
        out.flush();
        begun = true;
    }

    /** Wipes the line: what follows is the result. */
    @Override
    public void close() {
        if (begun) {
            out.print("\r" + " ".repeat(Terminal.columns() - 1) + "\r");
            out.flush();
        }
    }
}
