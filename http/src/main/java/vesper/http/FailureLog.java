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
 * Logs what went wrong in handlers, so that nobody who finds a failing request can fill the disk with it: each kind of
 * failure with its stack once in ten seconds, and after them how many more like it there were. Two are of one kind that
 * are of the same class and come from the same place. Any thread may tell.
 *
 * <p>At most {@value #MOST_KINDS} kinds are told apart at a time; all others are one kind.
 */
public final class FailureLog {
    /** How long after one failure others like it are only counted. */
    public static final Duration QUIET = Duration.ofSeconds(10);

    private static final int MOST_KINDS = 256;
    /** Above the top one there may be nothing but a check that everybody uses. */
    private static final int FRAMES = 3;

    private static final String OTHERS = "others";

    private final Logger log;
    private final Duration quiet;
    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    /** A log under the name of who tells. */
    public FailureLog(Logger log) {
        this(log, QUIET);
    }

    FailureLog(Logger log, Duration quiet) {
        this.log = log;
        this.quiet = quiet;
    }

    /**
     * Failures of one kind. Nothing here holds the failure, whose classes may be those of code that is gone by then.
     */
    private final class Kind {
        private final String name;
        private long more;
        private boolean told;

        Kind(String name) {
            this.name = name;
        }

        /** The quiet time is over. */
        synchronized void tell() {
            told = true;
            kinds.remove(name, this);
            if (more > 0) log.error("{} more like it in {} s: {}", grouped(more), quiet.toSeconds(), name);
        }

        /** False where the quiet time is over, and this would be the first of another. */
        synchronized boolean count() {
            if (!told) more++;
            return !told;
        }
    }

    private static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Tells what has failed, {@code GET /api/orders failed}, and of what. */
    public void tell(String what, Throwable failure) {
        String name = kindOf(failure);
        if (kinds.size() >= MOST_KINDS && !kinds.containsKey(name)) name = OTHERS;
        Kind fresh = new Kind(name);
        for (Kind known = kinds.putIfAbsent(name, fresh); known != null; known = kinds.putIfAbsent(name, fresh)) {
            if (known.count()) return;
        }
        log.error("{}", what, failure);
        CompletableFuture.delayedExecutor(quiet.toMillis(), TimeUnit.MILLISECONDS)
                .execute(fresh::tell);
    }

    private static String kindOf(Throwable failure) {
        return failure.getClass().getName()
                + Arrays.stream(failure.getStackTrace())
                        .limit(FRAMES)
                        .map(frame -> " at " + frame)
                        .collect(Collectors.joining());
    }
}
