package vesper.journal;

import java.time.Duration;

/** Determines when appended entries are synced to the disk, beyond the caches of the operating system. */
public sealed interface SyncPolicy {
    /** Acknowledgements wait for the sync. A power cut loses nothing that was acknowledged. */
    record Always() implements SyncPolicy {}

    /**
     * Syncs at least once in each interval. A power cut loses at most the entries of one interval; a crash of the
     * process loses nothing.
     */
    record Interval(Duration interval) implements SyncPolicy {
        private static final Duration MIN = Duration.ofMillis(1);
        private static final Duration MAX = Duration.ofHours(1);

        public Interval {
            if (interval.compareTo(MIN) < 0 || interval.compareTo(MAX) > 0) {
                throw new IllegalArgumentException("interval " + interval + " is out of range 1 ms to 1 h");
            }
        }
    }

    /** Syncs when a segment is full, when the journal is closed, and on request. */
    record None() implements SyncPolicy {}
}
