package vesper.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Things that are costly to make and used by one thread at a time, in {@value #STRIPES} places, at most one in each: a
 * thread takes what its place holds and puts it back, one atomic exchange each. So the memory does not grow with the
 * number of threads, of which there is one for each handler that waits, and no lock is shared; two threads of one place
 * cost a new thing, nothing worse. The measurement is in docs/decisions/0004.
 */
final class Striped<T> {
    private static final int STRIPES = 64;
    /** References between two places, so that they lie in cache lines of their own. */
    private static final int DISTANCE = 16;

    private final AtomicReferenceArray<@Nullable T> places = new AtomicReferenceArray<>(STRIPES * DISTANCE);
    private final Supplier<T> maker;

    Striped(Supplier<T> maker) {
        this.maker = maker;
    }

    T take() {
        T kept = places.getAndSet(place(), null);
        return kept == null ? maker.get() : kept;
    }

    void giveBack(T thing) {
        places.setRelease(place(), thing);
    }

    int size() {
        int count = 0;
        for (int i = 0; i < STRIPES; i++) if (places.get(i * DISTANCE) != null) count++;
        return count;
    }

    void clear() {
        for (int i = 0; i < STRIPES; i++) places.set(i * DISTANCE, null);
    }

    private static int place() {
        return (int) (Thread.currentThread().threadId() & (STRIPES - 1)) * DISTANCE;
    }
}
