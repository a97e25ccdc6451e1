package vesper.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes, exactly once, an object that has its own threads. Every caller of {@link #close}, first or later, waits until
 * it is closed. Exceptions are those threads, which would wait for themselves, and callbacks that run while it closes.
 */
public final class ThreadedClose {
    private final String name;
    private final BooleanSupplier onOwnThread;
    private final Runnable end;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile @Nullable Thread ending;

    /**
     * Creates the shutdown of one object.
     *
     * @param name name of the thread that runs {@code end}, where one is needed
     * @param onOwnThread returns whether the caller is one of the object's own threads
     * @param end called once; must take a bounded time
     */
    public ThreadedClose(String name, BooleanSupplier onOwnThread, Runnable end) {
        this.name = name;
        this.onOwnThread = onOwnThread;
        this.end = end;
    }

    public void close() {
        boolean own = onOwnThread.getAsBoolean();
        if (started.compareAndSet(false, true)) start(own);
        // Waits without reacting to interrupts; the interrupt status stays set.
        if (!own && !Thread.currentThread().equals(ending)) over.join();
    }

    /**
     * Runs the end on a new platform thread for a virtual caller: its carrier may be one of the threads that end, and
     * it would never resume.
     */
    private void start(boolean own) {
        if (own || Thread.currentThread().isVirtual())
            Thread.ofPlatform().daemon().name(name).start(this::run);
        else run();
    }

    private void run() {
        ending = Thread.currentThread();
        try {
            end.run();
        } finally {
            over.complete(null);
        }
    }
}
