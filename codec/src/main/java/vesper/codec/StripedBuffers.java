package vesper.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.RecyclerPool;

/**
 * Jackson's scratch buffers in {@value #STRIPES} places, at most one in each: a thread takes what its place holds and
 * puts it back, one atomic exchange each. So the memory does not grow with the number of threads, of which there is one
 * for each handler that waits, and no lock is shared; two threads of one place cost a new buffer, nothing worse. The
 * measurement is in docs/decisions/0004.
 */
final class StripedBuffers implements RecyclerPool<BufferRecycler> {
    private static final long serialVersionUID = 1;
    private static final int STRIPES = 64;
    /** References between two places, so that they lie in cache lines of their own. */
    private static final int DISTANCE = 16;

    static final StripedBuffers SHARED = new StripedBuffers();

    private final transient AtomicReferenceArray<@Nullable BufferRecycler> places =
            new AtomicReferenceArray<>(STRIPES * DISTANCE);

    private StripedBuffers() {}

    @Override
    public BufferRecycler acquirePooled() {
        BufferRecycler buffers = places.getAndSet(place(), null);
        return buffers == null ? new BufferRecycler() : buffers;
    }

    @Override
    public void releasePooled(BufferRecycler buffers) {
        places.setRelease(place(), buffers);
    }

    @Override
    public int pooledCount() {
        int count = 0;
        for (int i = 0; i < STRIPES; i++) if (places.get(i * DISTANCE) != null) count++;
        return count;
    }

    @Override
    public boolean clear() {
        for (int i = 0; i < STRIPES; i++) places.set(i * DISTANCE, null);
        return true;
    }

    private static int place() {
        return (int) (Thread.currentThread().threadId() & (STRIPES - 1)) * DISTANCE;
    }

    /** There is one for the whole program. */
    private Object readResolve() {
        return SHARED;
    }
}
