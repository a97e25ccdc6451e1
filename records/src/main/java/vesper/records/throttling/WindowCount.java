package vesper.records.throttling;

import vesper.records.rules.ThrottlingRule;

/**
 * The number of admitted requests for one key, in two counters: the current window and the previous one. A calendar
 * window uses only the current counter. A rolling window adds the part of the previous window that still overlaps,
 * assuming that its requests were evenly distributed: {@code before × (1 − passed) + current}. This is the
 * sliding-window counter that Cloudflare described in 2017. For real traffic the estimate is off by a few hundredths;
 * an exact log would take memory for every request.
 *
 * <p>Rejected requests are not counted, so a client that keeps retrying is admitted at the rate of the limit. Guarded
 * by its {@link Counts}.
 */
final class WindowCount {
    private long window;
    private int current;
    private int before;

    /**
     * Counts a request if the limit allows it.
     *
     * @return 0 if the request was admitted; otherwise the milliseconds until one will be, at least 1
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

    /** Solves the estimate for the time at which the next request fits, in this window or the next. */
    private long roomIn(int limit, long length, long passed, long untilNext) {
        int free = limit - 1 - current;
        if (free >= 0) return (long) Math.ceil(length * (1 - (double) free / before)) - passed;
        return untilNext + (long) Math.ceil(length * (1 - (double) (limit - 1) / current));
    }

    /** Moves to a window. A clock that is set back stays in the current one, so clients gain nothing from it. */
    private void moveTo(long now) {
        if (now <= window) return;
        before = now == window + 1 ? current : 0;
        current = 0;
        window = now;
    }

    /** Checks whether the count no longer influences any decision. */
    boolean isOver(ThrottlingRule rule, long nowMillis) {
        return Math.floorDiv(nowMillis, rule.every().millis()) > window + 1;
    }
}
