package vesper.access.threads;

import java.io.Closeable;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A few platform threads for work that computes long or blocks. The virtual threads of handlers are carried by event
 * loops, so such work would hold all connections of a loop. Work beyond the bound is rejected.
 */
public final class BoundedThreads implements Closeable {
    private static final int MOST_WAITING = 64;
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;

    /**
     * @param name of the threads
     * @param most number of threads; they end when they are idle
     */
    public BoundedThreads(String name, int most) {
        threads = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                Thread.ofPlatform().daemon().name(name + "-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** All threads are busy, and as much work as may wait is waiting. */
    public static final class BusyException extends Exception {
        private static final long serialVersionUID = 1;

        BusyException(RejectedExecutionException cause) {
            super("too much work is waiting", cause);
        }
    }

    /**
     * Runs work, and waits for its result.
     *
     * @throws BusyException if too much work is waiting
     */
    public <R> R call(Supplier<R> work) throws BusyException, InterruptedException {
        try {
            Future<R> future = threads.submit(work::get);
            return future.get();
        } catch (RejectedExecutionException full) {
            throw new BusyException(full);
        } catch (ExecutionException failure) {
            throw new IllegalStateException("the work failed", failure.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
