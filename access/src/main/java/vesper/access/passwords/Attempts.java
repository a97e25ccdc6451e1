package vesper.access.passwords;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Failed attempts to sign in, by name and by address. After {@value #FREE} failures within {@link #WINDOW}, each
 * failure doubles the wait of the name or address, up to {@link #LONGEST_WAIT}. No lock is permanent. A
 * success clears the failures of the name, not those of the address. At most {@value #MOST} names and
 * addresses are remembered, those of the latest failures. Thread-safe.
 */
public final class Attempts {
    static final int FREE = 10;
    static final int MOST = 20_000;
    static final Duration WINDOW = Duration.ofMinutes(10);
    static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private static final int MOST_DOUBLINGS = 9;

    private final InstantSource clock;
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST;
        }
    };

    private record Failures(int count, Instant last) {}

    public Attempts(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns how long the name or address must wait before its next attempt; empty if it need not wait. */
    public synchronized Optional<Duration> wait(String name, String address) {
        Duration longest = Duration.ZERO;
        for (String key : keys(name, address)) {
            Duration wait = waitOf(failures.get(key));
            if (wait.compareTo(longest) > 0) longest = wait;
        }
        return longest.isPositive() ? Optional.of(longest) : Optional.empty();
    }

    private Duration waitOf(@Nullable Failures known) {
        if (known == null || known.count() < FREE) return Duration.ZERO;
        Duration pause = Duration.ofSeconds(1L << Math.min(known.count() - FREE, MOST_DOUBLINGS));
        if (pause.compareTo(LONGEST_WAIT) > 0) pause = LONGEST_WAIT;
        return Duration.between(clock.instant(), known.last().plus(pause));
    }

    /** Counts a failure. */
    public synchronized void failed(String name, String address) {
        Instant now = clock.instant();
        for (String key : keys(name, address)) {
            Failures known = failures.get(key);
            int before = known == null || known.last().plus(WINDOW).isBefore(now) ? 0 : known.count();
            failures.put(key, new Failures(before + 1, now));
        }
    }

    /** Forgets the failures of a name that has signed in, not those of its address. */
    public synchronized void succeeded(String name) {
        failures.remove("name " + name);
    }

    /** Returns the number of names and addresses that are remembered. */
    synchronized int remembered() {
        return failures.size();
    }

    private static String[] keys(String name, String address) {
        return new String[] {"name " + name, "address " + address};
    }
}
