package vesper.peers.documents;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What is in use of the heap after collecting all garbage. */
final class LiveHeap {
    /** The serial collector lets garbage that is 5 % of the heap lie, except in every fourth collection. */
    private static final int COLLECTIONS = 8;

    private LiveHeap() {}

    /** Several times, since what a reference handler lets go of after one is garbage only for the next. */
    static long bytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < COLLECTIONS; i++) memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
