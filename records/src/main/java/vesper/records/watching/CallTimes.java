package vesper.records.watching;

import java.time.Duration;
import java.util.List;

/**
 * How patient a receiver is called.
 *
 * @param timeout of each attempt
 * @param pauses before the second attempt, the third, and so on
 */
record CallTimes(Duration timeout, List<Duration> pauses) {
    static final CallTimes DEFAULTS =
            new CallTimes(Duration.ofSeconds(5), List.of(Duration.ofSeconds(1), Duration.ofSeconds(5)));

    CallTimes {
        pauses = List.copyOf(pauses);
    }
}
