package vesper.services.webhooks;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How long a receiver that did not take something is left alone: twice as long each time, by chance a half less, so that
 * many webhooks of one receiver do not come back together.
 *
 * @param first after the first failure
 * @param longest at last, and at most what a receiver asks for
 */
public record Patience(Duration first, Duration longest) {
    public static final Patience DEFAULTS = new Patience(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private static final Duration MOST_ASKED_FOR = Duration.ofHours(1);
    private static final int MOST_DOUBLED = 20;

    /** @param failures before this one, in a row */
    Duration pause(int failures, Optional<Duration> asked, RandomGenerator random) {
        Duration doubled = first.multipliedBy(1L << Math.min(failures, MOST_DOUBLED));
        Duration usual = doubled.compareTo(longest) < 0 ? doubled : longest;
        long millis = Math.max(1, usual.toMillis());
        Duration own = Duration.ofMillis(millis - random.nextLong(millis / 2 + 1));
        if (asked.isEmpty() || asked.get().compareTo(own) < 0) return own;
        return asked.get().compareTo(MOST_ASKED_FOR) < 0 ? asked.get() : MOST_ASKED_FOR;
    }
}
