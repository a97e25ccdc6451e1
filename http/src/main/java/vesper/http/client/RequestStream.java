package vesper.http.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import vesper.http.flow.ContentOutput;

/**
 * The stream that a request's content is written to, on a thread of its own, which begins when whoever wrote the same
 * content before has ended.
 */
final class RequestStream extends ContentOutput implements Runnable {
    private final Thread thread = Thread.ofVirtual().name("http client content").unstarted(this);
    /** Who wrote the same content for its call before, and may not have noticed yet that nobody takes it. */
    private @Nullable RequestStream before;

    private final Carrier carrier;
    private final RequestContent.Written content;

    RequestStream(Carrier carrier, RequestContent.Written content, @Nullable RequestStream before) {
        super(content.length());
        this.before = before;
        this.carrier = carrier;
        this.content = content;
    }

    void start() {
        thread.start();
    }

    boolean isChunked() {
        return content.length() < 0;
    }

    @Override
    public void run() {
        awaitEndOfBefore();
        // Its call may have gone on elsewhere by now, where the content is written instead. What is there only once has
        // something to let go of, which its writer does when it finds that nobody takes it.
        if (isGone() && content.isReplayable()) return;
        try {
            content.writer().writeTo(this);
            flushLast();
            carrier.execute(() -> carrier.contentEnds(this));
        } catch (Throwable e) {
            if (!isGone()) carrier.execute(() -> carrier.contentFails(this, e));
        }
    }

    /** Also where this stream is gone itself: who comes after it waits for it alone. */
    private void awaitEndOfBefore() {
        RequestStream earlier = before;
        before = null;
        while (earlier != null && earlier.thread.isAlive()) {
            try {
                var _ = earlier.thread.join(Duration.ofDays(1));
            } catch (InterruptedException e) {
                // So this stream is gone, which is looked at once its turn has come.
            }
        }
    }

    @Override
    protected void send(byte[] piece) {
        carrier.execute(() -> carrier.sendPiece(this, piece));
    }

    @Override
    protected IOException whyGone() {
        return new IOException("the server takes no more of the request");
    }

    @Override
    protected String otherEnd() {
        return "server";
    }

    /**
     * Called by the loop: nothing that is written will be sent. The writer may wait for what it writes, which may never
     * come, and holds it open; its thread is the stream's own and can be interrupted.
     */
    void end() {
        refuseMore();
        thread.interrupt();
    }
}
