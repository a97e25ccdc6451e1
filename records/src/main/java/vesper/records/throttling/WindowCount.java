package vesper.records.throttling;

import vesper.records.rules.ThrottlingRule;

/**
 * How many requests of one kind were let through lately, in two numbers: those of the current window, and those of the
 * one before it. A calendar window counts the current one alone. A rolling one takes as much of the one before as still
 * overlaps with it, as if its requests had come evenly: {@code before × (1 − passed) + current}. That is the
 * sliding-window counter as Cloudflare described it in 2017; its estimate is off by a few hundredths for real traffic,
 * and a log of every request would take as much memory as there are requests.
 *
 * <p>What is refused is not counted, so that who goes on asking is let through at the limit's rate. Guarded by its
 * {@link Counts}.
 */
final class WindowCount {
    private long window;
    private int current;
    private int before;

    /**
     * Counts a request if there is room for it.
     *
     * @return 0 where it was counted, else in how many milliseconds there is room, above 0
     */
    long admit(ThrottlingRule rule, long nowMillis) {
        long length = rule.every().millis();
        moveTo(Math.floorDiv(nowMillis, length));
        long passed = Math.floorMod(nowMillis, length);
        boolean rolling = rule.window() == ThrottlingRule.Window.ROLLING;
        double used = current + (rolling ? before * (1 - (double) passed / length) : 0);
        if (used + 1 <= rule.limit()) {
            current++;
            return 0;
        }
        long untilNext = length - passed;
        if (!rolling || rule.limit() == 0) return untilNext;
        return Math.max(1, roomIn(rule.limit(), length, passed, untilNext));
    }

    /** Solves the estimate for the time at which one more fits, in this window or in the next. */
    private long roomIn(int limit, long length, long passed, long untilNext) {
        int free = limit - 1 - current;
        if (free >= 0) return (long) Math.ceil(length * (1 - (double) free / before)) - passed;
        return untilNext + (long) Math.ceil(length * (1 - (double) (limit - 1) / current));
    }

    /** A clock that goes back stays in its window: nobody gets anything for it. */
    private void moveTo(long now) {
        if (now <= window) return;
        before = now == window + 1 ? current : 0;
        current = 0;
        window = now;
    }

    /** Whether nothing of it counts any more. */
    boolean isOver(ThrottlingRule rule, long nowMillis) {
        return Math.floorDiv(nowMillis, rule.every().millis()) > window + 1;
    }
}
