package vesper.codec;

import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.RecyclerPool;

/** A pool of Jackson's scratch buffers, one for the whole JVM; see {@link StripedPool}. */
final class StripedBufferPool implements RecyclerPool<BufferRecycler> {
    private static final long serialVersionUID = 1;

    static final StripedBufferPool SHARED = new StripedBufferPool();

    private final transient StripedPool<BufferRecycler> buffers = new StripedPool<>(BufferRecycler::new);

    private StripedBufferPool() {}

    @Override
    public BufferRecycler acquirePooled() {
        return buffers.acquire();
    }

    @Override
    public void releasePooled(BufferRecycler recycler) {
        buffers.release(recycler);
    }

    @Override
    public int pooledCount() {
        return buffers.size();
    }

    @Override
    public boolean clear() {
        buffers.clear();
        return true;
    }

    private Object readResolve() {
        return SHARED;
    }
}
