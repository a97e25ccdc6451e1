package vesper.http.client;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The content of one request over HTTP/2, as far as it waits for room in the server's windows (RFC 9113, section 5.2).
 */
final class OutgoingContent {
    private static final byte[] NOTHING = {};

    private final Http2Call call;
    private final Http2Calls connection;
    /** Null where the request has no content that is written while it is sent, or none of it may be sent any more. */
    private @Nullable RequestStream writer;

    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>(1);
    private int sentOfFirst;
    private long window;
    /** Whether nothing follows what waits. */
    private boolean whole;

    private boolean queued;
    private boolean sent;

    OutgoingContent(Http2Call call, Http2Calls connection) {
        this.call = call;
        this.connection = connection;
    }

    /**
     * The stream is open.
     *
     * @return whether the head of the request is all there is of it
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

    /** Whether all that was written has left, so that only more content can make a difference. */
    boolean isWaitingForWriter() {
        RequestStream stream = writer;
        return stream != null && stream.isWaitingForWriter();
    }

    /** Whether the end of the request is on its way. */
    boolean isSent() {
        return sent;
    }

    void add(byte[] piece) {
        pieces.add(piece);
        queue();
        connection.writeWaiting();
    }

    /** Nothing follows. */
    void end() {
        whole = true;
        if (!pieces.isEmpty()) return;
        connection.output.data(call.id(), NOTHING, 0, 0, true);
        sent = true;
        connection.flushLater();
    }

    /** False where the window would be larger than it may be. */
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
     * Sends one frame of at most so many bytes.
     *
     * @return content bytes that it holds
     */
    int sendFrame(int most) {
        queued = false;
        byte[] first = pieces.peekFirst();
        // While it waited, the server may have made its window smaller than what was sent (RFC 9113, section 6.9.2).
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

    /** No more is sent. */
    void stop() {
        pieces.clear();
        RequestStream stream = writer;
        writer = null;
        if (stream != null) stream.end();
    }
}
