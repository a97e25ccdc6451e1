package vesper.http;

import java.util.List;

/** The event loops of one server, and on how many of them its connections are served. */
final class LoopGroup {
    /** How many a loop hands over at a time, so that requests do not wait for that. */
    private static final int MOST_AT_ONCE = 256;

    private final List<Loop> loops;
    private volatile int used;

    LoopGroup(List<Loop> loops) {
        this.loops = loops;
        this.used = loops.size();
    }

    List<Loop> loops() {
        return loops;
    }

    /** By how many connections are served, but for those that cannot move. */
    int used() {
        return used;
    }

    /**
     * Has connections that wait for a request go on on the first so many loops. New ones go to all, and follow when
     * this is called again; so do those that were busy.
     */
    void use(int count) {
        int before = used;
        used = count;
        if (count < loops.size()) gather(count);
        else if (before < count) spread();
    }

    private void gather(int count) {
        List<Loop> few = loops.subList(0, count);
        for (Loop loop : loops.subList(count, loops.size())) handOver(loop, few, MOST_AT_ONCE);
    }

    /** Not more evenly than new ones are spread: some leave, and others come. */
    private void spread() {
        int all = loops.stream().mapToInt(loop -> loop.sample().connections()).sum();
        int each = Math.ceilDiv(all, loops.size());
        List<Loop> poor = loops.stream()
                .filter(loop -> loop.sample().connections() < each)
                .toList();
        if (poor.isEmpty()) return;
        for (Loop loop : loops) {
            int surplus = loop.sample().connections() - each;
            if (surplus > 0) handOver(loop, poor, surplus);
        }
    }

    private static void handOver(Loop loop, List<Loop> others, int most) {
        loop.eventLoop.execute(() -> loop.handOver(others, most));
    }
}
