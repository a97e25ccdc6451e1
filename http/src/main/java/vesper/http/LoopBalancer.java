package vesper.http;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that measures several times a second how busy event loops and processors are, and moves connections to as
 * many loops as {@link LoopCount} decides. This costs the loops nothing.
 */
final class LoopBalancer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LoopBalancer.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Loop.ROUND_MILLIS);
    /** Delay before the first measurement: a server that has just started is still warming up. */
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Handlers count as slow if they hold a loop for more than this share of the time. */
    private static final double SLOW_SHARE = 0.05;
    /** Handlers count as waiting if more than this number wait on one loop. */
    private static final int MOST_WAITING = 16;

    private final LoopGroup group;
    private final LoopCount decision;
    private final Processors processors = new Processors();
    private final CollectorPauses pauses = new CollectorPauses();
    private final long[] busyNanos;
    private final long[] slowNanos;
    private final int[] turns;
    private final Thread watching;
    private long lookedAt;
    private volatile boolean closed;

    LoopBalancer(LoopGroup group) {
        int loops = group.loops().size();
        this.group = group;
        this.decision = new LoopCount(loops, processors.count());
        this.busyNanos = new long[loops];
        this.slowNanos = new long[loops];
        this.turns = new int[loops];
        this.watching = Thread.ofPlatform().daemon().name("http gathering").unstarted(this::watch);
    }

    static LoopBalancer start(LoopGroup group) {
        LoopBalancer gathering = new LoopBalancer(group);
        gathering.watching.start();
        return gathering;
    }

    private void watch() {
        LockSupport.parkNanos(FIRST_NANOS);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isThreadCpuTimeSupported()) return;
        measure(threads);
        while (!closed) {
            LockSupport.parkNanos(LOOK_NANOS);
            LoopCount.LoopMeasurement measured = measure(threads);
            int before = group.used();
            int now = decision.next(measured, lookedAt);
            if (now != before)
                log.debug("connections are served by {} of {} loops: {}", now, busyNanos.length, measured);
            use(now);
        }
    }

    synchronized void use(int count) {
        if (!closed) group.use(count);
    }

    /** Measures the time since the last call. */
    LoopCount.LoopMeasurement measure(ThreadMXBean threads) {
        long now = System.nanoTime();
        double passed = now - lookedAt;
        lookedAt = now;
        double all = 0;
        double most = 0;
        boolean quick = true;
        double mostHeld = SLOW_SHARE * passed + pauses.lastTwoNanos();
        List<Loop> loops = group.loops();
        for (int i = 0; i < loops.size(); i++) {
            long thread = loops.get(i).threadId();
            long busy = thread == 0 ? 0 : threads.getThreadCpuTime(thread);
            double share = (busy - busyNanos[i]) / passed;
            busyNanos[i] = busy;
            all += share;
            most = Math.max(most, share);
            LoopSample sample = loops.get(i).sample();
            boolean isSlow = sample.slowNanos() - slowNanos[i] > mostHeld;
            slowNanos[i] = sample.slowNanos();
            // A loop that a handler has held throughout has not reported for how long.
            int turn = loops.get(i).turn();
            boolean isHeld = turn % 2 != 0 && turn == turns[i];
            turns[i] = turn;
            quick &= !isSlow && !isHeld && sample.waiting() <= MOST_WAITING;
        }
        return new LoopCount.LoopMeasurement(all, most, processors.free(), quick);
    }

    /** Stops moving connections. */
    @Override
    public synchronized void close() {
        closed = true;
        LockSupport.unpark(watching);
    }
}
