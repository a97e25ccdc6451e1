package vesper.http;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What TLS handshakes compute, 2 ms each: on the event loop it would hold up everybody who is connected already, so it
 * is done by one thread for every two processors. Any thread may ask.
 *
 * <p>Only so many wait, and a connection that would be one more is closed before anything is made for it: those that
 * are let in have soon agreed, and a flood costs little more than accepting it. Handshakes that wait for their clients
 * are not counted, or a few clients that begin and fall silent would lock out everybody else; the time limit ends them.
 */
final class Handshakes implements Executor, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Handshakes.class);

    /** Those that have begun have more than one step, and are not to be lost to those that begin. */
    private static final int STEPS = 4;

    private final int mostWaiting;
    private final LinkedBlockingQueue<Runnable> waiting;
    private final ThreadPoolExecutor threads;
    private final AtomicLong refused = new AtomicLong();
    private long seen;
    private long before;
    private boolean reported;

    Handshakes(int mostWaiting) {
        this.mostWaiting = mostWaiting;
        waiting = new LinkedBlockingQueue<>(mostWaiting * STEPS);
        int size = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        threads = new ThreadPoolExecutor(
                size,
                size,
                30,
                TimeUnit.SECONDS,
                waiting,
                Thread.ofPlatform().daemon().name("tls handshake ", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Whether one more may begin. */
    boolean mayBegin() {
        if (waiting.size() < mostWaiting) return true;
        refused.incrementAndGet();
        return false;
    }

    /** @throws RejectedExecutionException where far too many wait */
    @Override
    public void execute(Runnable step) {
        threads.execute(step);
    }

    /** Says when handshakes begin to be refused, and when that is over. Called by one thread, every few seconds. */
    void look() {
        long now = refused.get();
        if (!reported && now != seen) {
            reported = true;
            before = seen;
            log.warn(
                    "TLS handshakes come faster than they can be computed: more than {} are not kept waiting",
                    mostWaiting);
        } else if (reported && now == seen) {
            reported = false;
            log.info("all TLS handshakes are computed again; {} connections were closed meanwhile", now - before);
        }
        seen = now;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
