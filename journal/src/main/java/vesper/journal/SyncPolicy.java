package vesper.journal;

import java.time.Duration;

/** When what was appended is also on the disk, beyond the operating system's own caches. */
public sealed interface SyncPolicy {
    /** Whoever appends waits for the sync: a power cut takes back nothing that was acknowledged. */
    record Always() implements SyncPolicy {}

    /** At least so often: a power cut takes back at most what the interval brought; the end of the process nothing. */
    record Interval(Duration interval) implements SyncPolicy {
        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofHours(1);

        public Interval {
            if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("interval " + interval + " is not in 1 ms to 1 h");
            }
        }
    }

    /** When a segment is full, when the journal is closed, and when somebody asks. */
    record None() implements SyncPolicy {}
}
