package vesper.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Limits the reports of a lost connection: one when it is lost, then one a minute until it is back. Thread-safe. */
final class Outage {
    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private boolean active;
    private long sinceNanos;
    private long reportedNanos;

    /** @param nanoTime as {@link System#nanoTime} */
    Outage(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Records that there is no connection. @return the duration of the outage if it should be reported now */
    synchronized Optional<Duration> reportIfDue() {
        long now = nanoTime.getAsLong();
        if (!active) sinceNanos = now;
        else if (now - reportedNanos < REPORT_INTERVAL.toNanos()) return Optional.empty();
        active = true;
        reportedNanos = now;
        return Optional.of(Duration.ofNanos(now - sinceNanos));
    }

    synchronized void markEnded() {
        active = false;
    }
}
