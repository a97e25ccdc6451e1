package vesper.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A time without a connection, which is told of when it begins, and once a minute while it lasts. Any thread may call. */
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

    /** There is no connection. @return for how long there was none, where that is to be told now */
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
