package vesper.peers.documents;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts failed requests and keeps the first exception. */
final class Failures {
    private final LongAdder count = new LongAdder();
    private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

    void add(Throwable failure) {
        count.increment();
        first.compareAndSet(null, failure);
    }

    long count() {
        return count.sum();
    }

    Optional<Throwable> first() {
        return Optional.ofNullable(first.get());
    }
}
