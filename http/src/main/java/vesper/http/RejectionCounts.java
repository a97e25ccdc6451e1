package vesper.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counts of requests that a server refused for overload. It logs two lines about overload: when it starts, and when
 * no request was refused for five seconds. Any thread adds; one event loop calls {@link #report}.
 */
final class RejectionCounts {
    private static final Logger log = LoggerFactory.getLogger(RejectionCounts.class);
    private static final int QUIET_ROUNDS = (int) (5000 / Loop.ROUND_MILLIS);

    private final Map<OverloadReason, LongAdder> counts = new EnumMap<>(OverloadReason.class);
    private boolean reported;
    private long seen;
    private long before;
    private int quietRounds;

    RejectionCounts() {
        for (OverloadReason reason : OverloadReason.values()) counts.put(reason, new LongAdder());
    }

    void add(OverloadReason reason) {
        of(reason).increment();
    }

    long count(OverloadReason reason) {
        return of(reason).sum();
    }

    private LongAdder of(OverloadReason reason) {
        return Objects.requireNonNull(counts.get(reason));
    }

    private long all() {
        long all = 0;
        for (LongAdder count : counts.values()) all += count.sum();
        return all;
    }

    /** Logs the start or the end of overload. Called once per round of an event loop. */
    void report() {
        long now = all();
        quietRounds = now == seen ? quietRounds + 1 : 0;
        if (!reported && now != seen) {
            reported = true;
            before = seen;
            log.warn(
                    "more is asked than can be answered: requests are refused with 503 (late: {}, of slow routes: {},"
                            + " too many waiting: {})",
                    count(OverloadReason.LATE),
                    count(OverloadReason.SLOW_ROUTE),
                    count(OverloadReason.ALL_WAITING));
        } else if (reported && quietRounds >= QUIET_ROUNDS) {
            reported = false;
            log.info("all requests are handled again; {} were refused meanwhile", now - before);
        }
        seen = now;
    }
}
