package vesper.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool of objects that are costly to create and used by one thread at a time. It has {@value #STRIPES} slots with at
 * most one object each. A thread takes the object from its slot and puts it back, with one atomic exchange each. Memory
 * therefore does not grow with the number of threads, and no lock is shared. (Each handler that waits is a thread.)
 * Where two threads have the same slot, the second one creates a new object. The measurement is in docs/decisions/0004.
 */
final class Striped<T> {
    private static final int STRIPES = 64;
    /** Distance between two slots in references, so that no two share a cache line. */
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
