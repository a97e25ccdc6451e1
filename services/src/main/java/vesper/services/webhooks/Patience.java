package vesper.services.webhooks;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The backoff between attempts to deliver a change. The delay doubles with each failure and is shortened by up to half
 * at random, so that the webhooks of one receiver do not all retry at the same time.
 *
 * @param first delay after the first failure
 * @param longest maximum delay; a receiver may ask for more, up to an hour
 */
public record Patience(Duration first, Duration longest) {
    public static final Patience DEFAULTS = new Patience(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private static final Duration MOST_ASKED_FOR = Duration.ofHours(1);
    private static final int MOST_DOUBLED = 20;

    /**
     * @param failures number of consecutive failures before this one
     * @param asked delay that the receiver asked for
     */
    Duration pause(int failures, Optional<Duration> asked, RandomGenerator random) {
        Duration doubled = first.multipliedBy(1L << Math.min(failures, MOST_DOUBLED));
        Duration usual = doubled.compareTo(longest) < 0 ? doubled : longest;
        long millis = Math.max(1, usual.toMillis());
        Duration own = Duration.ofMillis(millis - random.nextLong(millis / 2 + 1));
        if (asked.isEmpty() || asked.get().compareTo(own) < 0) return own;
        return asked.get().compareTo(MOST_ASKED_FOR) < 0 ? asked.get() : MOST_ASKED_FOR;
    }
}
