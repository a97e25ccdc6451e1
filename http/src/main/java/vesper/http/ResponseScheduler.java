package vesper.http;

import java.util.ArrayDeque;
import vesper.http.frames.FrameInput;
import vesper.http.frames.FrameOutput;

/**
 * The scheduler of one HTTP/2 connection's responses. Streams take turns, one frame each, within the client's
 * flow-control windows and as far as the client reads. While more than {@value #MOST_UNSENT_BYTES} bytes of content
 * wait for the client, new requests are held back. Only open streams wait here, so at most {@link Http2Limits#streams}.
 * Used by the event loop only, except for {@link #areFull}.
 */
final class ResponseScheduler {
    /** A client need not acknowledge content of a frame below this size. */
    static final int SMALL_BYTES = 64;

    private static final long MOST_UNSENT_BYTES = 1 << 20;

    private final FrameOutput output;
    private final FrameInput input;

    private final ArrayDeque<Http2Stream> ready = new ArrayDeque<>();
    private final ArrayDeque<Http2Stream> held = new ArrayDeque<>();
    private long window;
    private boolean sending;
    /** Response content that waits for the client, in bytes. */
    private long unsentBytes;
    /**
     * True while {@link #unsentBytes} exceeds its bound. Other threads read it, so it is written only when it changes.
     */
    private volatile boolean full;

    /** @param windowBytes initial flow-control window of the connection */
    ResponseScheduler(FrameOutput output, FrameInput input, int windowBytes) {
        this.output = output;
        this.input = input;
        this.window = windowBytes;
    }

    /** Holds a stream back if too much waits for the client. Returns whether it did. */
    boolean holdBack(Http2Stream stream) {
        if (full) held.add(stream);
        return full;
    }

    /** Returns whether so much waits for the client that no further request may start. Called by any thread. */
    boolean areFull() {
        return full;
    }

    /** Adds to the count of waiting bytes; negative to subtract. */
    void waits(long bytes) {
        unsentBytes += bytes;
        boolean now = unsentBytes > MOST_UNSENT_BYTES;
        if (full != now) full = now;
    }

    /** Adds a stream that has content to send and an open window. */
    void queue(Http2Stream stream) {
        ready.add(stream);
    }

    /**
     * Removes a stream that closed before its response was sent. Otherwise it would stay queued for as long as the
     * client opens no window.
     */
    void forget(Http2Stream stream) {
        ready.remove(stream);
        held.remove(stream);
    }

    /** Widens the connection's window. Returns false if it becomes larger than the protocol allows. */
    boolean widen(int bytes) {
        window += bytes;
        return window <= Integer.MAX_VALUE;
    }

    /** Sends one frame of each stream in turn, as far as the client's windows and its reading allow. */
    void send() {
        // Dispatching a held stream ends up here again if handlers run on the event loop.
        if (sending) return;
        sending = true;
        try {
            sendReady();
            while (!full && !held.isEmpty()) {
                held.remove().dispatch();
                sendReady();
            }
        } finally {
            sending = false;
        }
    }

    private void sendReady() {
        while (window > 0 && output.hasRoom()) {
            Http2Stream next = ready.poll();
            if (next == null) return;
            int sent = next.sendFrame((int) Math.min(window, FrameOutput.FRAME_BYTES));
            window -= sent;
            waits(-sent);
            if (sent >= SMALL_BYTES) input.expectsMore();
        }
    }
}
