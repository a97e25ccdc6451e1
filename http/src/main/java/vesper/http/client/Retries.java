package vesper.http.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Settings for retries of calls that failed or got 502, 503 or 504. Only idempotent calls are retried, by their method
 * or an {@code Idempotency-Key}, and only if their content can be sent twice. The pause before the n-th retry is random
 * between half and all of {@code firstPause × 2ⁿ⁻¹}, at most {@code longestPause}. A {@code Retry-After} from the
 * server lengthens it; one above {@code longestPause} ends the retries.
 */
public record Retries(int most, Duration firstPause, Duration longestPause) {
    /** No retries. */
    public static final Retries NONE = new Retries(0, Duration.ofMillis(100), Duration.ofSeconds(10));

    private static final int MOST = 100;
    private static final int MOST_DOUBLINGS = 20;

    public Retries {
        if (most < 0 || most > MOST) throw new IllegalArgumentException(most + " retries are not from 0 to " + MOST);
        if (firstPause.isNegative() || firstPause.compareTo(longestPause) > 0)
            throw new IllegalArgumentException("a first pause of " + firstPause + " is not from 0 to " + longestPause);
        if (longestPause.compareTo(ClientTimeouts.LONGEST) > 0)
            throw new IllegalArgumentException("a pause of " + longestPause + " is above " + ClientTimeouts.LONGEST);
    }

    public static Retries upTo(int most) {
        return new Retries(most, NONE.firstPause, NONE.longestPause);
    }

    /**
     * Returns the pause before a retry, counted from 1. It is random, so that clients that failed together do not retry
     * together.
     */
    long pauseNanos(int repetition, RandomGenerator random) {
        double doubled = (double) firstPause.toNanos() * (1L << Math.min(repetition - 1, MOST_DOUBLINGS));
        long most = (long) Math.min(doubled, (double) longestPause.toNanos());
        return most / 2 + (most < 2 ? 0 : random.nextLong(most / 2 + 1));
    }
}
