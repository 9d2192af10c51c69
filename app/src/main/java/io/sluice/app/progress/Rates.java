package io.sluice.app.progress;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** How fast a source grows and a query follows, over the last half minute. Not thread-safe. */
final class Rates {
    private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();
    private static final double LEAST_SECONDS = 10;
    /** Commits come in steps: a lag of so many seconds of work is none. */
    private static final double USUAL_SECONDS = 5;
    /** Two rates that differ by less are one. */
    private static final double SAME = 1.05;

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long nanos, long ends, long lag) {
        /** Not the sum of the positions: a partition that has none yet would make it jump. */
        long processed() {
            return ends - lag;
        }
    }

    void add(long nanos, BacklogWatch.Offsets now) {
        long ends = now.ends().values().stream().mapToLong(Long::longValue).sum();
        samples.addLast(new Sample(nanos, ends, now.lag()));
        while (samples.size() > 2 && nanos - samples.getFirst().nanos > KEPT_NANOS) {
            samples.removeFirst();
        }
    }

    QueryProgress.Backlog judge(BacklogWatch.Offsets now) {
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        double seconds = (last.nanos - first.nanos) / 1e9;
        double in = seconds == 0 ? 0 : Math.max(0, last.ends - first.ends) / seconds;
        double done = seconds == 0 ? 0 : Math.max(0, last.processed() - first.processed()) / seconds;
        boolean speakable = now.lag() > USUAL_SECONDS * Math.max(done, 1);
        boolean behind = speakable && seconds >= LEAST_SECONDS && in > done * SAME;
        long catchUp = !speakable ? 0 : done > in * SAME ? (long) Math.ceil(now.lag() / (done - in)) : -1;
        return new QueryProgress.Backlog(
                now.lag(),
                in,
                done,
                behind,
                catchUp,
                now.waiting(),
                summary(now.lag(), in, done, speakable, behind, catchUp));
    }

    private static String summary(long lag, double in, double done, boolean speakable, boolean behind, long catchUp) {
        if (!speakable) {
            return "keeps up";
        }
        String figures =
                String.format(Locale.ROOT, "lag %,d, %,.0f rows/s come in, %,.0f are processed", lag, in, done);
        if (behind) {
            return "falls behind: " + figures + "; at these rates it never catches up";
        }
        return catchUp < 0
                ? "behind: " + figures
                : "catching up: " + figures + "; done in about " + Durations.inWords(catchUp);
    }
}
