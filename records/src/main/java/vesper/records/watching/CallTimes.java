package vesper.records.watching;

import java.time.Duration;
import java.util.List;

/**
 * Timeout and retry delays for calls to a receiver.
 *
 * @param timeout limit for each attempt
 * @param pauses delays before the second attempt, the third, and so on
 */
record CallTimes(Duration timeout, List<Duration> pauses) {
    static final CallTimes DEFAULTS =
            new CallTimes(Duration.ofSeconds(5), List.of(Duration.ofSeconds(1), Duration.ofSeconds(5)));

    CallTimes {
        pauses = List.copyOf(pauses);
    }
}
