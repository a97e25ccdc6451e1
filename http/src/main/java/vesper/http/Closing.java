package vesper.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The end of something that has threads of its own. It comes once; whoever asks for it, first or later, waits until it
 * is over. Only those threads do not, who would wait for themselves, and what is called back while it ends.
 */
public final class Closing {
    private final String name;
    private final BooleanSupplier onOwnThread;
    private final Runnable end;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile @Nullable Thread ending;

    /**
     * Of something.
     *
     * @param name of the thread that ends it where one is needed
     * @param onOwnThread whether the caller is one of the threads that end with it
     * @param end called once; bounded in time
     */
    public Closing(String name, BooleanSupplier onOwnThread, Runnable end) {
        this.name = name;
        this.onOwnThread = onOwnThread;
        this.end = end;
    }

    public void close() {
        boolean own = onOwnThread.getAsBoolean();
        if (begun.compareAndSet(false, true)) begin(own);
        // An interrupt is kept for later.
        if (!own && !Thread.currentThread().equals(ending)) over.join();
    }

    /** A virtual thread may be carried by one that ends, and would never come back. */
    private void begin(boolean own) {
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
