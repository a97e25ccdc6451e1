package vesper.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Pools of platform threads, for handlers that compute or that pin their carrier. */
public final class PlatformThreads {
    private static final int WAITING_PER_THREAD = 256;

    private PlatformThreads() {}

    /**
     * Creates a pool of at most {@code size} threads, started on demand and ended when idle. Up to
     * {@value #WAITING_PER_THREAD} tasks per thread are queued; more are rejected with
     * {@link java.util.concurrent.RejectedExecutionException}.
     */
    public static ExecutorService pool(String name, int size) {
        var threads = new ThreadPoolExecutor(
                size,
                size,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(size * WAITING_PER_THREAD),
                Thread.ofPlatform().daemon().name(name + " ", 0).factory());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
