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
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/**
 * What some services are answering at the moment, for whoever stops them: bodies that are written while they are sent,
 * streams of events, and the code that sends these. The calls themselves are counted where a handler is
 * {@link #counting}; who need not know of them does not pay for it.
 *
 * <p>No locks: handlers run on event loops, which wait for nobody.
 */
public final class CallsInFlight {
    private final AtomicInteger count = new AtomicInteger();
    private final Set<SseEmitter> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean streamsEnd;
    private volatile @Nullable Thread waiting;

    /** The same handler, its calls counted. */
    public Handler counting(Handler handler) {
        return request -> counted(handler, request);
    }

    private Response counted(Handler handler, Request request) throws Exception {
        enter();
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

    void enter() {
        count.incrementAndGet();
    }

    void leave() {
        if (count.decrementAndGet() > 0) return;
        // Looked at last: one who begins to wait after this finds that there is none.
        Thread waiter = waiting;
        if (waiter != null) LockSupport.unpark(waiter);
    }

    /** The same answer, counted until its content has been written where that is done piece by piece. */
    Response untilWritten(Response response, Request request) {
        if (!(response.content() instanceof Response.Streamed(var writer, var length))) return response;
        CountedBody body = new CountedBody(writer);
        enter();
        request.whenOver(body::over);
        // A handler may answer with the same object again.
        Response counted = response.copy();
        return length == Response.Streamed.LENGTH_UNKNOWN ? counted.body(body) : counted.body(length, body);
    }

    /** A body that counts until it is written, or until it is known that nobody will write it. */
    private final class CountedBody implements Response.BodyWriter {
        private final Response.BodyWriter content;
        /** Whether somebody has taken it upon himself to leave. */
        private final AtomicBoolean claimed = new AtomicBoolean();

        CountedBody(Response.BodyWriter content) {
            this.content = content;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            boolean counts = claimed.compareAndSet(false, true);
            try {
                content.writeTo(out);
            } finally {
                if (counts) leave();
            }
        }

        @Override
        public void discard() throws IOException {
            try {
                content.discard();
            } finally {
                over();
            }
        }

        /** One that is being written goes on until it fails, so it counts until then. */
        void over() {
            if (claimed.compareAndSet(false, true)) leave();
        }
    }

    /** Ends this stream with the others. */
    void add(SseEmitter stream) {
        streams.add(stream);
        stream.onCompletion(() -> streams.remove(stream));
        // One that came while all were ended was not among them.
        if (streamsEnd) end(stream);
    }

    /**
     * Ends the streams of events, those too that begin after this: what waits in them is sent, and clients come back to
     * whatever answers then. Waits for nothing.
     */
    public void endStreams() {
        streamsEnd = true;
        streams.forEach(this::end);
    }

    /** What services want to do at the end of a stream is theirs, and may take a while. */
    private void end(SseEmitter stream) {
        enter();
        Thread.startVirtualThread(() -> {
            try {
                stream.end(SseEmitter.End.SERVICE_STOPS);
            } finally {
                leave();
            }
        });
    }

    /** Whether there is none. */
    public boolean isNone() {
        return count.get() == 0;
    }

    /** Waits until there is none, at most this long; says whether there is none. One thread at a time. */
    public boolean awaitNone(Duration longest) {
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
