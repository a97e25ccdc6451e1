package vesper.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The event loops of one server, and how many of them serve its connections. */
final class LoopGroup {
    /** Connections that a loop hands over at a time, so that requests are not delayed. */
    private static final int MOST_AT_ONCE = 256;
    /**
     * Number of times that connections are spread after they were gathered; later passes move those that were busy
     * before.
     */
    private static final int MOST_SPREADS = 40;

    private final List<Loop> loops;
    private final AtomicInteger used;
    private int spreadsLeft;
    /** Samples of the loops when connections were last spread. */
    private List<LoopSample> seen = List.of();

    /** @param used updated with the number of loops that serve connections */
    LoopGroup(List<Loop> loops, AtomicInteger used) {
        this.loops = loops;
        this.used = used;
    }

    List<Loop> loops() {
        return loops;
    }

    /** Returns the number of loops that serve connections, apart from connections that cannot move. */
    int used() {
        return used.get();
    }

    /**
     * Moves idle connections to the first {@code count} loops. New connections go to all loops, and they and the busy
     * ones follow when this is called again. Called by one thread.
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

    /** Spreads connections roughly evenly, as new ones are: some close, and others arrive. */
    private void spread() {
        List<LoopSample> samples = loops.stream().map(Loop::sample).toList();
        // An old sample does not count connections moved since, and connections cannot move to a loop that is held.
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
