package vesper.hosting;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/**
 * Counts the requests that services are answering, so that a stop hook is called once there are none. Only packages
 * that have stop hooks pay for it. A body that is written piece by piece counts until its first piece.
 *
 * <p>No locks: handlers run on event loops, which wait for nobody.
 */
final class CallsInFlight {
    private final AtomicInteger count = new AtomicInteger();
    private volatile @Nullable Thread waiting;

    /** The same handler, counted. */
    Handler counting(Handler handler) {
        return request -> counted(handler, request);
    }

    private Response counted(Handler handler, Request request) throws Exception {
        count.incrementAndGet();
        boolean answersLater = false;
        try {
            Response response = handler.handle(request);
            Optional<CompletionStage<Response>> later = response.whenReady();
            if (later.isPresent()) {
                answersLater = true;
                later.get().whenComplete((_, _) -> leave());
            }
            return response;
        } finally {
            if (!answersLater) leave();
        }
    }

    private void leave() {
        if (count.decrementAndGet() > 0) return;
        // Looked at last: one who begins to wait after this finds that there is none.
        Thread waiter = waiting;
        if (waiter != null) LockSupport.unpark(waiter);
    }

    /** Waits until there is none, at most this long; says whether there is none. One thread at a time. */
    boolean awaitNone(Duration longest) {
        long deadline = System.nanoTime() + longest.toNanos();
        waiting = Thread.currentThread();
        try {
            while (count.get() > 0) {
                long left = deadline - System.nanoTime();
                if (left <= 0 || Thread.currentThread().isInterrupted()) return false;
                LockSupport.parkNanos(this, left);
            }
            return true;
        } finally {
            waiting = null;
        }
    }
}
