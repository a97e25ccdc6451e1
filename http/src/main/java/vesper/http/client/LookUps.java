package vesper.http.client;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one client that wait for name servers. The JDK's look-up blocks in the system's library: on a virtual thread it
 * would keep its carrier, of which there are as few as processors and which belong to everybody.
 *
 * <p>There are {@value #THREADS} at most, made when needed and ended when idle; {@value #MOST_WAITING} look-ups wait for one.
 */
final class LookUps implements Executor, AutoCloseable {
    static final int MOST_WAITING = 1024;
    private static final int THREADS = 8;

    private final ThreadPoolExecutor threads;

    LookUps() {
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                Thread.ofPlatform().daemon().name("name look-up ", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** @throws RejectedExecutionException where as many wait as may, and after the end */
    @Override
    public void execute(Runnable lookUp) {
        threads.execute(lookUp);
    }

    /** What waits is forgotten, and no name server that is being asked is waited for. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
