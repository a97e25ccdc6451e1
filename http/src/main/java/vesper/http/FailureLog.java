package vesper.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * A rate-limited log of handler failures, so that a client that finds a failing request cannot fill the disk with it.
 * Each kind of failure is logged with its stack once in ten seconds, followed by the number of similar ones in that
 * time. Failures are similar if they have the same class and come from the same place. Thread-safe.
 *
 * <p>At most {@value #MOST_KINDS} kinds are tracked at a time; all others count as one kind.
 */
public final class FailureLog {
    /** Time after a failure in which similar ones are only counted. */
    public static final Duration QUIET = Duration.ofSeconds(10);

    private static final int MOST_KINDS = 256;
    /** The top frame alone may be nothing but a check that many callers share. */
    private static final int FRAMES = 3;

    private static final String OTHERS = "others";

    private final Logger log;
    private final Duration quiet;
    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    /** Creates a log that writes to this logger. */
    public FailureLog(Logger log) {
        this(log, QUIET);
    }

    FailureLog(Logger log, Duration quiet) {
        this.log = log;
        this.quiet = quiet;
    }

    /**
     * A counter for failures of one kind. It does not hold the failure itself, whose classes may belong to unloaded
     * code by then.
     */
    private final class Kind {
        private final String name;
        private long more;
        private boolean isReported;

        Kind(String name) {
            this.name = name;
        }

        /** Ends the quiet time and logs the count. */
        synchronized void reportCount() {
            isReported = true;
            kinds.remove(name, this);
            if (more > 0) log.error("{} more like it in {} s: {}", grouped(more), quiet.toSeconds(), name);
        }

        /**
         * Counts one more failure. Returns false if the quiet time has ended, so that this failure starts a new kind.
         */
        synchronized boolean count() {
            if (!isReported) more++;
            return !isReported;
        }
    }

    private static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /**
     * Logs a failure, or counts it if a similar one was logged lately.
     *
     * @param what the operation that failed, such as {@code GET /api/orders failed}
     */
    public void report(String what, Throwable failure) {
        String name = kindOf(failure);
        if (kinds.size() >= MOST_KINDS && !kinds.containsKey(name)) name = OTHERS;
        Kind fresh = new Kind(name);
        for (Kind known = kinds.putIfAbsent(name, fresh); known != null; known = kinds.putIfAbsent(name, fresh)) {
            if (known.count()) return;
        }
        log.error("{}", what, failure);
        CompletableFuture.delayedExecutor(quiet.toMillis(), TimeUnit.MILLISECONDS)
                .execute(fresh::reportCount);
    }

    private static String kindOf(Throwable failure) {
        return failure.getClass().getName()
                + Arrays.stream(failure.getStackTrace())
                        .limit(FRAMES)
                        .map(frame -> " at " + frame)
                        .collect(Collectors.joining());
    }
}
