package vesper.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The event loops of one server, and on how many of them its connections are served. */
final class LoopGroup {
    /** How many a loop hands over at a time, so that requests do not wait for that. */
    private static final int MOST_AT_ONCE = 256;
    /** So often connections are spread after they were gathered; those that were busy follow. */
    private static final int MOST_SPREADS = 40;

    private final List<Loop> loops;
    private final AtomicInteger used;
    private int spreadsLeft;
    /** What loops were like when connections were spread last. */
    private List<LoopSample> seen = List.of();

    /** @param used is told how many serve connections */
    LoopGroup(List<Loop> loops, AtomicInteger used) {
        this.loops = loops;
        this.used = used;
    }

    List<Loop> loops() {
        return loops;
    }

    /** By how many connections are served, but for those that cannot move. */
    int used() {
        return used.get();
    }

    /**
     * Has connections that wait for a request go on on the first so many loops. New ones go to all, and follow when
     * this is called again; so do those that were busy. Called by one thread.
     */
    void use(int count) {
        used.set(count);
        if (count < loops.size()) gather(count);
        else if (spreadsLeft > 0) spread();
    }

    private void gather(int count) {
        spreadsLeft = MOST_SPREADS;
        seen = List.of();
        List<Loop> few = loops.subList(0, count);
        for (Loop loop : loops.subList(count, loops.size())) handOver(loop, few, 0);
    }

    /** Not more evenly than new ones are spread: some leave, and others come. */
    private void spread() {
        List<LoopSample> samples = loops.stream().map(Loop::sample).toList();
        // What has moved since is not counted there yet, and nothing moves to a loop that is held.
        if (isAnyOld(samples)) return;
        seen = samples;
        spreadsLeft--;
        int all = samples.stream().mapToInt(LoopSample::connections).sum();
        int each = Math.ceilDiv(all, loops.size());
        List<Loop> poor = IntStream.range(0, loops.size())
                .filter(i -> samples.get(i).connections() < each)
                .mapToObj(loops::get)
                .toList();
        if (poor.isEmpty()) return;
        for (int i = 0; i < loops.size(); i++) {
            if (samples.get(i).connections() > each) handOver(loops.get(i), poor, each);
        }
    }

    private boolean isAnyOld(List<LoopSample> samples) {
        return IntStream.range(0, seen.size())
                .anyMatch(i -> samples.get(i).round() == seen.get(i).round());
    }

    private static void handOver(Loop loop, List<Loop> others, int kept) {
        loop.eventLoop.execute(() -> loop.handOver(others, kept, MOST_AT_ONCE));
    }
}
