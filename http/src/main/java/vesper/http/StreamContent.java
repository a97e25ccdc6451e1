package vesper.http;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.FrameOutput;

/**
 * Content of a response that waits for the client's flow-control windows (RFC 9113, section 5.2), and whether more
 * follows.
 */
final class StreamContent {
    private record Piece(Response.Bytes content, @Nullable ResponseStream from) {
        void notifyStream(boolean sent) {
            if (from != null) from.sent(content.length, sent);
        }
    }

    private final ArrayDeque<Piece> pieces = new ArrayDeque<>(1);
    /** Bytes of the first piece already sent. */
    private int sentOfFirst;

    private long waitingBytes;
    private boolean whole;

    void add(Response.Bytes content) {
        if (content.length > 0) add(new Piece(content, null));
    }

    void add(byte[] chunk, ResponseStream from) {
        add(new Piece(new Response.Bytes(chunk, 0, chunk.length), from));
    }

    private void add(Piece piece) {
        pieces.add(piece);
        waitingBytes += piece.content.length;
    }

    /** Marks the content as complete. */
    void end() {
        whole = true;
    }

    boolean isWhole() {
        return whole;
    }

    long waitingBytes() {
        return waitingBytes;
    }

    /**
     * Sends one frame of at most {@code most} bytes.
     *
     * @return content bytes in the frame
     */
    int sendFrame(FrameOutput out, int stream, int most) {
        Response.Bytes first = pieces.getFirst().content;
        int length = Math.min(most, first.length - sentOfFirst);
        waitingBytes -= length;
        out.data(stream, first.array, first.offset + sentOfFirst, length, whole && waitingBytes == 0);
        sentOfFirst += length;
        if (sentOfFirst == first.length) {
            sentOfFirst = 0;
            pieces.removeFirst().notifyStream(true);
        }
        return length;
    }

    /** Drops the remaining content: the client no longer wants it, or cannot get it. */
    void abandon() {
        for (Piece piece : pieces) piece.notifyStream(false);
        pieces.clear();
        sentOfFirst = 0;
        waitingBytes = 0;
    }
}
