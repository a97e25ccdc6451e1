package vesper.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Limits the reports of a lost connection: one when it is lost, then one a minute until it is back. Thread-safe. */
final class Outage {
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private boolean lasts;
    private long sinceNanos;
    private long toldNanos;

    /** @param nanoTime as {@link System#nanoTime} */
    Outage(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Records that there is no connection. @return the duration of the outage if it should be reported now */
    synchronized Optional<Duration> goesOn() {
        long now = nanoTime.getAsLong();
        if (!lasts) sinceNanos = now;
        else if (now - toldNanos < PAUSE.toNanos()) return Optional.empty();
        lasts = true;
        toldNanos = now;
        return Optional.of(Duration.ofNanos(now - sinceNanos));
    }

    synchronized void ends() {
        lasts = false;
    }
}
