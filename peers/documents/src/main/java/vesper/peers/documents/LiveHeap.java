package vesper.peers.documents;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * What is in use of the heap after collecting all garbage: as it was when the collection ended, since a moment later a
 * thread that has allocated a few bytes holds a piece of the heap that counts as used, and may be 10 MB.
 */
final class LiveHeap {
    /** The serial collector lets garbage that is 5 % of the heap lie, except in every fourth collection. */
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
