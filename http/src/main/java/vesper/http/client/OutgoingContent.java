package vesper.http.client;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The content of one HTTP/2 request that waits for the server's flow-control windows (RFC 9113, section 5.2). */
final class OutgoingContent {
    private static final byte[] NOTHING = {};

    private final Http2Call call;
    private final Http2Calls connection;
    /** Null if the content is not streamed, or may no longer be sent. */
    private @Nullable RequestStream writer;

    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>(1);
    private int sentOfFirst;
    private long window;
    /** True if nothing follows the pieces in the queue. */
    private boolean whole;

    private boolean queued;
    private boolean sent;

    OutgoingContent(Http2Call call, Http2Calls connection) {
        this.call = call;
        this.connection = connection;
    }

    /**
     * Starts with an open stream.
     *
     * @return whether the request consists of its head only
     */
    boolean open(int firstWindow, RequestContent content) {
        window = firstWindow;
        sent = content.length() == 0;
        return sent;
    }

    void begin(RequestContent content) {
        switch (content) {
            case RequestContent.Whole known -> {
                whole = true;
                add(known.bytes);
            }
            case RequestContent.Written written -> {
                writer = call.write(written);
            }
        }
    }

    boolean isOf(RequestStream stream) {
        return writer == stream;
    }

    /** Returns whether everything written has been sent, so that only the writer can make progress. */
    boolean isWaitingForWriter() {
        RequestStream stream = writer;
        return stream != null && stream.isWaitingForWriter();
    }

    /** Returns whether the end of the request was sent. */
    boolean isSent() {
        return sent;
    }

    void add(byte[] piece) {
        pieces.add(piece);
        queue();
        connection.writeWaiting();
    }

    /** Marks the content as complete. */
    void end() {
        whole = true;
        if (!pieces.isEmpty()) return;
        connection.output.data(call.id(), NOTHING, 0, 0, true);
        sent = true;
        connection.flushLater();
    }

    /** Widens the window. Returns false if it becomes larger than allowed. */
    boolean widen(long bytes) {
        window += bytes;
        if (window > Integer.MAX_VALUE) return false;
        queue();
        return true;
    }

    private void queue() {
        if (queued || window <= 0 || pieces.isEmpty()) return;
        queued = true;
        connection.queue(call);
    }

    /**
     * Sends one frame of at most {@code most} bytes.
     *
     * @return content bytes in the frame
     */
    int sendFrame(int most) {
        queued = false;
        byte[] first = pieces.peekFirst();
        // While it was queued, the server may have shrunk its window below zero (RFC 9113, section 6.9.2).
        if (first == null || window <= 0) return 0;
        int length = (int) Math.min(Math.min(most, window), first.length - sentOfFirst);
        boolean ends = sentOfFirst + length == first.length;
        sent = ends && whole && pieces.size() == 1;
        connection.output.data(call.id(), first, sentOfFirst, length, sent);
        window -= length;
        sentOfFirst += length;
        if (ends) leave(first);
        queue();
        return length;
    }

    private void leave(byte[] piece) {
        pieces.removeFirst();
        sentOfFirst = 0;
        RequestStream from = writer;
        if (from != null) from.left(piece.length);
    }

    /** Stops sending. */
    void stop() {
        pieces.clear();
        RequestStream stream = writer;
        writer = null;
        if (stream != null) stream.end();
    }
}
