package vesper.http;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import vesper.http.flow.ContentOutput;

/** The stream to which a handler writes content while it is sent. */
final class ResponseStream extends ContentOutput {
    /** A writer that never blocks yields to its event loop after this long. */
    private static final long TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Requester requester;
    private long turnBegan = System.nanoTime();

    ResponseStream(Requester requester, long length) {
        super(length);
        this.requester = requester;
    }

    @Override
    protected void send(byte[] chunk) throws IOException {
        onLoop(() -> requester.sendChunk(chunk, this));
        yieldLoop();
    }

    /** Ends the content. */
    void finish() throws IOException {
        flushLast();
        onLoop(requester::endStream);
    }

    /**
     * Yields. A virtual thread occupies the event loop that carries it: until it pauses, no other one runs and nothing
     * is sent.
     */
    @SuppressWarnings("ThreadPriorityCheck") // no hint here: our scheduler puts it behind the loop's other tasks
    private void yieldLoop() {
        if (!Thread.currentThread().isVirtual()) return;
        long now = System.nanoTime();
        if (now - turnBegan < TURN_NANOS) return;
        Thread.yield();
        turnBegan = System.nanoTime();
    }

    private void onLoop(Runnable task) throws IOException {
        try {
            requester.execute(task);
        } catch (RejectedExecutionException e) {
            throw new IOException("the server has stopped", e);
        }
    }

    @Override
    protected IOException whyGone() {
        return new ClientGoneException("the client went away");
    }

    @Override
    protected String otherEnd() {
        return "client";
    }

    /** Called by the loop: these bytes were sent, or never will be. */
    void sent(int bytes, boolean connectionLives) {
        if (!connectionLives) refuseMore();
        left(bytes);
    }
}
