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
 * The threads that wait for disks, so that no event loop does: handlers are carried by event loops, and whoever waits
 * for a slow disk there makes every connection of the loop wait. Any thread may ask.
 *
 * <p>At most {@value #MOST_WAITING} pieces of work wait for a thread; one more is refused with 503. A platform thread
 * does its work itself: it may wait, and it may be one of these.
 */
public final class DiskThreads implements AutoCloseable {
    public static final int DEFAULT_THREADS = 16;
    private static final int MOST_WAITING = 1024;

    private static final Refusal BUSY = new Refusal(503, "Too many files are being read and written; try again later");

    /** Something that touches a disk. */
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

    /** At most so many threads, made when needed and ended when idle. */
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

    /** Threads of somebody else, who ends them. */
    public static DiskThreads on(Executor threads) {
        return new DiskThreads(threads, null);
    }

    /**
     * Does this and waits for it. Whoever is interrupted gets an {@link InterruptedIOException} where the work has not
     * begun, and else what came of it: nothing is left half done behind one's back. The thread stays interrupted.
     *
     * @throws RefusedException with 503 where too much waits already
     */
    public <T> T call(Work<T> work) throws IOException {
        if (!Thread.currentThread().isVirtual()) return work.run();
        // Else it would be chance: a task that is done by then is not asked whether its caller is interrupted.
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
     * Does this some time later. It is never refused, so it must be what somebody's end is bound to cause, such as a
     * deletion.
     */
    public void later(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            work.run();
        }
    }

    private final class Task<T> extends FutureTask<T> {
        /** By whoever comes first: the thread that does it, or an interrupt that makes it needless. */
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
