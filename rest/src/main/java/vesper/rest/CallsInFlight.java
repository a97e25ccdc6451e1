package vesper.rest;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/**
 * The calls in progress of some services, for the thread that stops these services. They include response bodies and
 * event streams that are being sent, and the code that sends them. The calls themselves are counted only for routes
 * that have this as a filter, so that other routes do not pay for it.
 *
 * <p>Lock-free, because handlers run on event loops, which must not block.
 */
public final class CallsInFlight implements Filter {
    private final AtomicInteger count = new AtomicInteger();
    private final Set<SseEmitter> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean endingStreams;
    private volatile @Nullable Thread waiter;

    /** Counts a call until it has been answered. */
    @Override
    public Response handle(Request request, Handler next) throws Exception {
        increment();
        boolean answersLater = false;
        try {
            Response response = next.handle(request);
            Optional<CompletionStage<Response>> later = response.whenReady();
            if (later.isPresent()) {
                answersLater = true;
                later.get().whenComplete((_, _) -> decrement());
            }
            return response;
        } finally {
            if (!answersLater) decrement();
        }
    }

    void increment() {
        count.incrementAndGet();
    }

    void decrement() {
        if (count.decrementAndGet() > 0) return;
        // Read last: a thread that starts to wait after this read finds a count of zero.
        Thread waitingThread = waiter;
        if (waitingThread != null) LockSupport.unpark(waitingThread);
    }

    /**
     * Returns the same response. If its content is streamed, the response counts until the content has been written.
     */
    Response countUntilWritten(Response response, Request request) {
        if (!(response.content() instanceof Response.Streamed(var writer, var length))) return response;
        CountedBody body = new CountedBody(writer);
        increment();
        request.whenOver(body::onExchangeEnd);
        // A handler may return the same object again.
        Response counted = response.copy();
        return length == Response.Streamed.LENGTH_UNKNOWN ? counted.body(body) : counted.body(length, body);
    }

    /** A body that counts until it has been written, or until it is certain that it will not be written. */
    private final class CountedBody implements Response.BodyWriter {
        private final Response.BodyWriter content;
        /** True once a thread has taken responsibility for calling {@link #decrement}. */
        private final AtomicBoolean decrementClaimed = new AtomicBoolean();

        CountedBody(Response.BodyWriter content) {
            this.content = content;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            boolean counts = decrementClaimed.compareAndSet(false, true);
            try {
                content.writeTo(out);
            } finally {
                if (counts) decrement();
            }
        }

        @Override
        public void discard() throws IOException {
            try {
                content.discard();
            } finally {
                onExchangeEnd();
            }
        }

        /**
         * Stops counting a body that is not being written. A body that is being written counts until that succeeds or
         * fails.
         */
        void onExchangeEnd() {
            if (decrementClaimed.compareAndSet(false, true)) decrement();
        }
    }

    /** Adds a stream, so that {@link #endStreams} ends it. */
    void add(SseEmitter stream) {
        streams.add(stream);
        stream.onCompletion(() -> streams.remove(stream));
        // A stream that is added while endStreams runs may not be among those that it ends.
        if (endingStreams) end(stream);
    }

    /**
     * Ends all event streams, including any that start later. Queued events are still sent, and clients reconnect to
     * the successor. Does not block.
     */
    public void endStreams() {
        endingStreams = true;
        streams.forEach(this::end);
    }

    /** Ends a stream on a separate thread, since it runs completion actions of services, which may take a while. */
    private void end(SseEmitter stream) {
        increment();
        Thread.startVirtualThread(() -> {
            try {
                stream.end(SseEmitter.End.SERVICE_STOPS);
            } finally {
                decrement();
            }
        });
    }

    /** Returns whether no call is in progress. */
    public boolean isIdle() {
        return count.get() == 0;
    }

    /**
     * Waits until no call is in progress, at most this long. Returns whether that is so. Only one thread may wait at a
     * time.
     */
    public boolean awaitIdle(Duration maxWait) {
        long deadline = System.nanoTime() + maxWait.toNanos();
        waiter = Thread.currentThread();
        try {
            while (count.get() > 0) {
                long left = deadline - System.nanoTime();
                if (left <= 0 || Thread.currentThread().isInterrupted()) return false;
                LockSupport.parkNanos(this, left);
            }
            return true;
        } finally {
            waiter = null;
        }
    }
}
