package vesper.http.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import vesper.http.Refusal;
import vesper.http.RefusedException;

/**
 * Threads that wait for disks on behalf of handlers. Event loops carry handlers, so a handler that waited for a slow
 * disk itself would delay every connection of its loop. Thread-safe.
 *
 * <p>At most {@value #MOST_WAITING} tasks wait for a thread; further ones are refused with 503. A platform thread runs
 * its task itself: it may block, and may even be one of these threads.
 */
public final class DiskThreads implements AutoCloseable {
    public static final int DEFAULT_THREADS = 16;
    private static final int MOST_WAITING = 1024;

    private static final Refusal BUSY = new Refusal(503, "Too many files are being read and written; try again later");

    /** A task that accesses a disk. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    private final Executor threads;
    private final @Nullable ExecutorService own;
    private final AtomicInteger waiting = new AtomicInteger();

    private DiskThreads(Executor threads, @Nullable ExecutorService own) {
        this.threads = threads;
        this.own = own;
    }

    /** Starts a pool of at most {@code most} threads, started on demand and ended when idle. */
    public static DiskThreads start(int most) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most,
                most,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("disk ", 0).factory());
        threads.allowCoreThreadTimeOut(true);
        return new DiskThreads(threads, threads);
    }

    /** Uses an executor that the caller owns and shuts down. */
    public static DiskThreads on(Executor threads) {
        return new DiskThreads(threads, null);
    }

    /**
     * Runs a task and waits for it. If the caller is interrupted before the task has started, it gets an
     * {@link InterruptedIOException} and the task does not run. Otherwise it gets the outcome: no task is left half
     * done without its caller knowing. The interrupt status stays set.
     *
     * @throws RefusedException with 503 if too many tasks wait already
     */
    public <T> T call(Work<T> work) throws IOException {
        if (!Thread.currentThread().isVirtual()) return work.run();
        // Without this check the outcome would depend on timing: get() does not check for interrupts once the task is
        // done.
        if (Thread.currentThread().isInterrupted()) throw interrupted();
        Task<T> task = new Task<>(work);
        try {
            if (waiting.incrementAndGet() > MOST_WAITING) throw new RejectedExecutionException();
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
            throw new RefusedException(BUSY);
        }
        return task.await();
    }

    /**
     * Runs a task some time later. It is never refused, so it is only for cleanup whose amount is bounded otherwise,
     * such as one deletion for each file that is closed.
     */
    public void later(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            work.run();
        }
    }

    private final class Task<T> extends FutureTask<T> {
        /** Set by the first to claim the task: the thread that runs it, or an interrupt that cancels it. */
        private final AtomicBoolean taken = new AtomicBoolean();

        Task(Work<T> work) {
            super(work::run);
        }

        @Override
        public void run() {
            waiting.decrementAndGet();
            if (!taken.getAndSet(true)) super.run();
        }

        T await() throws IOException {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return get();
                    } catch (InterruptedException e) {
                        interrupted = true;
                        if (!taken.getAndSet(true)) throw interrupted();
                    }
                }
            } catch (ExecutionException e) {
                throw thrown(e.getCause() == null ? e : e.getCause());
            } finally {
                if (interrupted) Thread.currentThread().interrupt();
            }
        }

        private static IOException thrown(Throwable cause) {
            return switch (cause) {
                case IOException e -> e;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> new IOException("a file cannot be read or written", cause);
            };
        }
    }

    private static InterruptedIOException interrupted() {
        return new InterruptedIOException("interrupted while waiting for a disk");
    }

    @Override
    public void close() {
        if (own != null) own.shutdown();
    }
}
