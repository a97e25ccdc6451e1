package vesper.http.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import vesper.http.flow.ContentOutput;

/**
 * The stream to which request content is written, on a separate thread. The thread waits until the previous writer of
 * the same content has ended.
 */
final class RequestStream extends ContentOutput implements Runnable {
    private final Thread thread = Thread.ofVirtual().name("http client content").unstarted(this);
    /** The previous writer of the same content. It may not have noticed yet that its output is discarded. */
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
        // The call may have moved on, and the content is then written there. Content that exists only once may hold
        // resources: its writer runs anyway, and releases them when it finds that its output is discarded.
        if (isGone() && content.isReplayable()) return;
        try {
            content.writer().writeTo(this);
            flushLast();
            carrier.execute(() -> carrier.contentEnds(this));
        } catch (Throwable e) {
            if (!isGone()) carrier.execute(() -> carrier.contentFails(this, e));
        }
    }

    /** Waits even if this stream is gone: the next writer waits for this one only. */
    private void awaitEndOfBefore() {
        RequestStream earlier = before;
        before = null;
        while (earlier != null && earlier.thread.isAlive()) {
            try {
                var _ = earlier.thread.join(Duration.ofDays(1));
            } catch (InterruptedException e) {
                // This stream is gone, which is checked after the wait.
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
     * Called by the loop: nothing written from now on will be sent. The writer may be waiting for its source forever,
     * and hold it open, so its thread is interrupted, which the stream owns.
     */
    void end() {
        refuseMore();
        thread.interrupt();
    }
}
