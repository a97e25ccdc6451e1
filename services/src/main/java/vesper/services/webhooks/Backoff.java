package vesper.services.webhooks;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The backoff between attempts to deliver a change. The delay doubles with each failure and is shortened by up to half
 * at random, so that the webhooks of one receiver do not all retry at the same time.
 *
 * @param first delay after the first failure
 * @param max maximum delay; a receiver may ask for more, up to an hour
 */
public record Backoff(Duration first, Duration max) {
    public static final Backoff DEFAULTS = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private static final Duration MAX_REQUESTED = Duration.ofHours(1);
    private static final int MAX_DOUBLED = 20;

    /**
     * @param failures number of consecutive failures before this one
     * @param requested delay that the receiver asked for
     */
    Duration delay(int failures, Optional<Duration> requested, RandomGenerator random) {
        Duration doubled = first.multipliedBy(1L << Math.min(failures, MAX_DOUBLED));
        Duration usual = doubled.compareTo(max) < 0 ? doubled : max;
        long millis = Math.max(1, usual.toMillis());
        Duration computed = Duration.ofMillis(millis - random.nextLong(millis / 2 + 1));
        if (requested.isEmpty() || requested.get().compareTo(computed) < 0) return computed;
        return requested.get().compareTo(MAX_REQUESTED) < 0 ? requested.get() : MAX_REQUESTED;
    }
}
