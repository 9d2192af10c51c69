package io.sluice.app.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SortedMap;

/** The demo's lines, one for each scene, printed as it happens. */
final class DemoTimeline {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);
    private static final int WIDTH = 100;
    private static final int TITLE = 32;

    private final PrintWriter out;
    private final String format;

    DemoTimeline(PrintWriter out, int units) {
        this.out = out;
        int digits = Math.max("Read".length(), String.valueOf(180 * units).length());
        int closed = Math.max(
                "Closed".length(),
                "08:00=".length() + String.valueOf(60 * units).length());
        this.format = "%-5s  %-" + TITLE + "s  %" + digits + "s  %" + digits + "s  %-9s  %-" + closed + "s  %s";
        int used = 5 + TITLE + digits + digits + 9 + closed + 6 * "  ".length();
        print("Time", "What arrives", "Read", "Late", "Watermark", "Closed", "Open windows");
        print(
                "-".repeat(5),
                "-".repeat(TITLE),
                "-".repeat(digits),
                "-".repeat(digits),
                "-".repeat(9),
                "-".repeat(closed),
                "-".repeat(WIDTH - used));
    }

    void add(DemoScene scene, long read, DemoCounts counts, SortedMap<Instant, Long> closed) {
        print(
                CLOCK.format(scene.end()),
                scene.title(),
                String.valueOf(read),
                String.valueOf(counts.late()),
                timeOfDay(counts.watermark()),
                DemoCounts.text(closed, " "),
                DemoCounts.text(counts.open(), " "));
    }

    /** Of an ISO-8601 time. */
    private static String timeOfDay(String time) {
        int start = time.indexOf('T') + 1;
        return time.length() >= start + 8 ? time.substring(start, start + 8) : time;
    }

    private void print(Object... cells) {
        out.println(format.formatted(cells).stripTrailing());
        out.flush();
    }
}
