package vesper.records.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.http.RefusedException;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.Status;

/**
 * A call of a handler for a request that arrived over no connection. It runs on its own thread, so that the caller can
 * stop waiting after a time limit. A response that arrives later is discarded, and so is content that the server would
 * not send either. The caller must end the request with {@link Request#over}.
 */
public final class InProcessCall {
    private static final Logger LOG = LoggerFactory.getLogger(InProcessCall.class);
    private static final int MOST_ANSWER_BYTES = 64 << 20;
    private static final int FAILED = 500;

    private final Handler handler;
    private final Request request;
    private final boolean reads;
    private final Thread thread;
    private final AtomicLong bytes = new AtomicLong();
    private volatile int status;
    private volatile boolean handling = true;
    private volatile boolean left;

    private InProcessCall(Handler handler, Request request, boolean reads) {
        this.handler = handler;
        this.request = request;
        this.reads = reads;
        this.thread = Thread.ofVirtual().name("in process").unstarted(() -> request.handleHere(this::run));
    }

    /**
     * Starts a call whose response content is read to its end, at most {@value #MOST_ANSWER_BYTES} bytes. Event streams
     * never end and are not read.
     */
    static InProcessCall reading(Handler handler, Request request) {
        return new InProcessCall(handler, request, true).started();
    }

    /** Starts a call of which only the status matters. */
    public static InProcessCall forStatus(Handler handler, Request request) {
        return new InProcessCall(handler, request, false).started();
    }

    private InProcessCall started() {
        thread.start();
        return this;
    }

    /** Waits for the end of the call. Returns whether it ended within this time. */
    public boolean await(Duration longest) throws InterruptedException {
        return thread.join(longest);
    }

    /**
     * Stops waiting. If the handler is still running, it continues, as it does when a client disconnects; its response
     * is not read.
     */
    void leave() {
        left = true;
        if (!handling) thread.interrupt();
    }

    /** Stops waiting and interrupts the handler. */
    public void interrupt() {
        left = true;
        thread.interrupt();
    }

    /**
     * Does the same as {@link #interrupt}, but returns only after the handler has ended, so that the number of running
     * handlers stays limited.
     */
    public void stop() throws InterruptedException {
        interrupt();
        thread.join();
    }

    /** Returns the response status, or 0 before there is a response. */
    public int status() {
        return status;
    }

    /** Returns the number of content bytes in the response so far. */
    long bytes() {
        return bytes.get();
    }

    private void run() {
        try {
            Response answer = handled();
            handling = false;
            // An interrupt that the handler left pending must not affect the code below.
            var _ = Thread.interrupted();
            take(awaited(answer));
        } catch (InterruptedException _) {
            // The caller has stopped waiting.
        }
    }

    private Response handled() {
        try {
            return known(handler.handle(request));
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private static Response known(@Nullable Response answer) {
        if (answer == null) throw new IllegalStateException("the handler gave no answer");
        return answer;
    }

    private Response awaited(Response first) throws InterruptedException {
        Response answer = first;
        while (answer.isLater()) {
            CompletionStage<Response> stage = answer.whenReady().orElseThrow();
            try {
                if (left) throw new InterruptedException();
                answer = known(stage.toCompletableFuture().get());
            } catch (ExecutionException e) {
                answer = failed(e.getCause() == null ? e : e.getCause());
            } catch (RuntimeException e) {
                answer = failed(e);
            } catch (InterruptedException e) {
                discardLate(stage);
                throw e;
            }
        }
        return answer;
    }

    private void discardLate(CompletionStage<Response> stage) {
        stage.thenAccept(late -> {
            if (late == null) return;
            late.whenReady().ifPresent(this::discardLate);
            if (late.content() instanceof Response.Streamed streamed) discard(streamed.writer());
        });
    }

    private void take(Response answer) {
        if (!left) status = answer.status();
        boolean hasContent = request.method() != Method.HEAD && !Status.dropsContent(answer.status());
        switch (answer.content()) {
            case Response.Bytes whole -> bytes.addAndGet(hasContent ? whole.length() : 0);
            case Response.Streamed streamed -> {
                if (reads && hasContent && !left && !isEvents(answer)) read(streamed.writer());
                else discard(streamed.writer());
            }
        }
    }

    private static boolean isEvents(Response answer) {
        String type = answer.headerOrNull("Content-Type");
        return type != null && type.startsWith("text/event-stream");
    }

    private void read(Response.BodyWriter writer) {
        try {
            writer.writeTo(new CountingStream());
        } catch (Throwable e) {
            LOG.warn("the answer to {} {} ended early: {}", request.method(), request.path(), e.toString());
        }
    }

    private void discard(Response.BodyWriter writer) {
        try {
            writer.discard();
        } catch (Throwable e) {
            LOG.warn("what {} {} was answered cannot be let go of", request.method(), request.path(), e);
        }
    }

    /** Returns the response that the server sends for an exception of a handler. */
    private Response failed(Throwable why) {
        if (why instanceof RefusedException refused) return refused.refusal().answer();
        if (!left) LOG.error("{} {} failed", request.method(), request.path(), why);
        return Response.of(FAILED);
    }

    private final class CountingStream extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            count(1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            count(length);
        }

        private void count(int more) throws IOException {
            if (left) throw new IOException("nobody waits for it any more");
            if (bytes.addAndGet(more) > MOST_ANSWER_BYTES)
                throw new IOException("it has more than " + MOST_ANSWER_BYTES + " bytes");
        }
    }
}
