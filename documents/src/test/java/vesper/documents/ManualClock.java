package vesper.documents;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that the test advances. */
final class ManualClock implements InstantSource {
    private final AtomicLong millis;

    ManualClock(Instant start) {
        millis = new AtomicLong(start.toEpochMilli());
    }

    void pass(Duration time) {
        millis.addAndGet(time.toMillis());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public long millis() {
        return millis.get();
    }
}
