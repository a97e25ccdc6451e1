package vesper.http;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A monitor that logs the route and stack of a handler that holds an event loop for too long, once for each such
 * stretch. A route's first call may hold the loop {@value #TIMES_AT_FIRST} times as long, up to
 * {@link #LONGEST_AT_FIRST}, before it is logged. The watchdog runs on a separate thread, so it costs the loops
 * nothing. While a loop is held, even by a first call, new connections go to other loops.
 */
final class Watchdog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Watchdog.class);
    private static final int TIMES_AT_FIRST = 10;
    private static final Duration LONGEST_AT_FIRST = Duration.ofSeconds(1);

    private final List<Loop> loops;
    private final Set<EventLoop> held;
    private final long limitNanos;
    private final long firstLimitNanos;
    private final FirstCalls firstCalls = new FirstCalls();
    private final int[] lastTurn;
    private final long[] since;
    private final boolean[] reported;
    private final Thread thread;
    private volatile boolean closed;

    private Watchdog(List<Loop> loops, Duration limit, Set<EventLoop> held) {
        this.loops = loops;
        this.held = held;
        this.limitNanos = limit.toNanos();
        long longer = Math.min(TIMES_AT_FIRST * limitNanos, LONGEST_AT_FIRST.toNanos());
        this.firstLimitNanos = Math.max(limitNanos, longer);
        this.lastTurn = new int[loops.size()];
        this.since = new long[loops.size()];
        this.reported = new boolean[loops.size()];
        this.thread = Thread.ofPlatform().daemon().name("http watchdog").unstarted(this::watch);
    }

    /** @param held updated with the loops that are held */
    static Watchdog start(List<Loop> loops, Duration limit, Set<EventLoop> held) {
        Watchdog watchdog = new Watchdog(loops, limit, held);
        watchdog.thread.start();
        return watchdog;
    }

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(limitNanos / 4);
            long now = System.nanoTime();
            for (int i = 0; i < loops.size(); i++) check(i, now);
        }
    }

    private void check(int i, long now) {
        Loop loop = loops.get(i);
        int turn = loop.turn();
        if (turn != lastTurn[i]) {
            lastTurn[i] = turn;
            since[i] = now;
            held.remove(loop.eventLoop);
            reported[i] = false;
        } else if (turn % 2 != 0 && !reported[i] && now - since[i] >= limitNanos) {
            held.add(loop.eventLoop);
            Request request = loop.running();
            boolean isFirst = request != null && firstCalls.isFirst(i, request);
            if (isFirst && now - since[i] < firstLimitNanos) return;
            reported[i] = true;
            report(loop, now - since[i]);
        }
    }

    private void report(Loop loop, long nanos) {
        Thread running = loop.runningOn();
        log.warn(
                "{} has held an event loop for {} ms, and the other connections of that loop wait: a handler that"
                        + " computes long belongs on other threads, see @RunOn(PLATFORM){}",
                RunningHandler.nameOf(loop.running()),
                TimeUnit.NANOSECONDS.toMillis(nanos),
                running == null ? "" : RunningHandler.placeOf(running));
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
