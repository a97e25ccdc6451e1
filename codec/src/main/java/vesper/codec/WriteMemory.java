package vesper.codec;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A budget for the memory that all large texts take together while they are written, so that many at once cannot fill
 * the heap. Small texts are not counted.
 */
final class WriteMemory {
    private final Bound limit;
    private final AtomicLong reservedBytes = new AtomicLong();

    WriteMemory(Bound limit) {
        this.limit = limit;
    }

    /**
     * Reserves memory. The caller releases it by {@link #release}.
     *
     * @throws WriteMemoryExhaustedException if the budget is exhausted
     */
    void reserve(long bytes) {
        if (reservedBytes.addAndGet(bytes) <= limit.max()) return;
        reservedBytes.addAndGet(-bytes);
        throw new WriteMemoryExhaustedException(limit);
    }

    void release(long bytes) {
        reservedBytes.addAndGet(-bytes);
    }

    long reservedBytes() {
        return reservedBytes.get();
    }
}
