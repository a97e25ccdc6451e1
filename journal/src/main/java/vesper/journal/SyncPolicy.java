package vesper.journal;

import java.time.Duration;

/** When what was appended is also on the disk, beyond the operating system's own caches. */
public sealed interface SyncPolicy {
    /** Whoever appends waits for the sync: a power cut takes back nothing that was acknowledged. */
    record Always() implements SyncPolicy {}

    /** At least so often: a power cut takes back at most what the interval brought; the end of the process nothing. */
    record Interval(Duration interval) implements SyncPolicy {
        public Interval {
            if (interval.toMillis() < 1) throw new IllegalArgumentException("interval " + interval + " is below 1 ms");
        }
    }

    /** When a segment is full, when the journal is closed, and when somebody asks. */
    record None() implements SyncPolicy {}
}
