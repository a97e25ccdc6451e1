package vesper.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool of objects that are costly to create and used by one thread at a time. It has {@value #SLOTS} slots with at
 * most one object each. A thread takes the object from its slot and puts it back, with one atomic exchange each. Memory
 * therefore does not grow with the number of threads, and no lock is shared. (Each handler that waits is a thread.)
 * Where two threads have the same slot, the second one creates a new object. The measurement is in docs/decisions/0004.
 */
final class StripedPool<T> {
    private static final int SLOTS = 64;
    /** Distance between two slots in references, so that no two share a cache line. */
    private static final int DISTANCE = 16;

    private final AtomicReferenceArray<@Nullable T> slots = new AtomicReferenceArray<>(SLOTS * DISTANCE);
    private final Supplier<T> factory;

    StripedPool(Supplier<T> factory) {
        this.factory = factory;
    }

    T acquire() {
        T kept = slots.getAndSet(slot(), null);
        return kept == null ? factory.get() : kept;
    }

    void release(T thing) {
        slots.setRelease(slot(), thing);
    }

    int size() {
        int count = 0;
        for (int i = 0; i < SLOTS; i++) if (slots.get(i * DISTANCE) != null) count++;
        return count;
    }

    void clear() {
        for (int i = 0; i < SLOTS; i++) slots.set(i * DISTANCE, null);
    }

    private static int slot() {
        return (int) (Thread.currentThread().threadId() & (SLOTS - 1)) * DISTANCE;
    }
}
