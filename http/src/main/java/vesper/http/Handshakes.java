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
 * An executor for TLS handshakes, about 2 ms each, with one thread for every two processors. On the event loop they
 * would delay all connected clients. Thread-safe.
 *
 * <p>A limited number of steps wait. Beyond it, a new connection is closed before any state is created for it: admitted
 * handshakes finish soon, and a flood costs little more than accepting it. Handshakes that wait for their client do not
 * count, or a few clients that start and fall silent would lock out all others; the handshake timeout ends those.
 */
final class Handshakes implements Executor, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Handshakes.class);

    /**
     * Queue capacity per admitted handshake. Handshakes already started need more steps, which must not be lost to new
     * ones.
     */
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

    /** Returns whether another handshake may start. */
    boolean mayStart() {
        if (waiting.size() < mostWaiting) return true;
        refused.incrementAndGet();
        return false;
    }

    /** @throws RejectedExecutionException if far too many steps wait */
    @Override
    public void execute(Runnable step) {
        threads.execute(step);
    }

    /** Logs when handshakes start to be refused, and when that is over. Called by one thread, every few seconds. */
    void reportRejections() {
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
