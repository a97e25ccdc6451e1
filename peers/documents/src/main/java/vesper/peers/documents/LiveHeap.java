package vesper.peers.documents;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * Measures the heap in use after collecting all garbage. It reads the value at the end of the collection. A moment
 * later, a thread that has allocated a few bytes may hold an allocation buffer, which counts as used and can be 10 MB.
 */
final class LiveHeap {
    /** The serial collector leaves garbage of up to 5 % of the heap, except in every fourth collection. */
    private static final int COLLECTIONS = 8;

    private LiveHeap() {}

    static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++)
            ManagementFactory.getMemoryMXBean().gc();
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage afterCollection = pool.getCollectionUsage();
            if (pool.getType() == MemoryType.HEAP && afterCollection != null) bytes += afterCollection.getUsed();
        }
        return bytes;
    }
}
