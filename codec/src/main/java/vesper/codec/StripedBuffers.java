package vesper.codec;

import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.RecyclerPool;

/** A pool of Jackson's scratch buffers, one for the whole JVM; see {@link Striped}. */
final class StripedBuffers implements RecyclerPool<BufferRecycler> {
    private static final long serialVersionUID = 1;

    static final StripedBuffers SHARED = new StripedBuffers();

    private final transient Striped<BufferRecycler> buffers = new Striped<>(BufferRecycler::new);

    private StripedBuffers() {}

    @Override
    public BufferRecycler acquirePooled() {
        return buffers.take();
    }

    @Override
    public void releasePooled(BufferRecycler recycler) {
        buffers.giveBack(recycler);
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
