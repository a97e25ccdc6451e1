package vesper.http;

import java.util.ArrayDeque;
import vesper.http.frames.FrameInput;
import vesper.http.frames.FrameOutput;

/**
 * Whose answer goes on next on one HTTP/2 connection: streams take turns, a frame each, within the windows that the
 * client gives and as far as it reads. Where {@value #MOST_UNSENT_BYTES} bytes of answers wait, requests are held back.
 * Only streams that are open wait here, so there are no more of them than {@link Http2Limits#streams}. Touched by the
 * event loop alone, but for {@link #areFull}.
 */
final class AnswerTurns {
    /** Content of a frame below this does not make a client answer. */
    static final int SMALL_BYTES = 64;

    private static final long MOST_UNSENT_BYTES = 1 << 20;

    private final FrameOutput output;
    private final FrameInput input;

    private final ArrayDeque<Http2Stream> ready = new ArrayDeque<>();
    private final ArrayDeque<Http2Stream> held = new ArrayDeque<>();
    private long window;
    private boolean sending;
    /** Content of answers that waits for the client. */
    private long unsentBytes;
    /** Whether that is more than it may be; read by other threads, and written only where it changes. */
    private volatile boolean full;

    /** @param windowBytes what the client takes on all streams together before it makes more room */
    AnswerTurns(FrameOutput output, FrameInput input, int windowBytes) {
        this.output = output;
        this.input = input;
        this.window = windowBytes;
    }

    /** Whether a request must wait until the client has read more of what is there for it. */
    boolean holdBack(Http2Stream stream) {
        if (full) held.add(stream);
        return full;
    }

    /** Whether so much waits for the client that no answer is begun; any thread may ask. */
    boolean areFull() {
        return full;
    }

    /** So many more bytes wait for the client, or fewer. */
    void waits(long bytes) {
        unsentBytes += bytes;
        boolean now = unsentBytes > MOST_UNSENT_BYTES;
        if (full != now) full = now;
    }

    /** It has content, and room for it on its own stream. */
    void queue(Http2Stream stream) {
        ready.add(stream);
    }

    /** It is gone before its answer was out. Its turn may never come where the client makes no room. */
    void forget(Http2Stream stream) {
        ready.remove(stream);
        held.remove(stream);
    }

    /** The client makes room on all streams together; false where that is more than there may be. */
    boolean widen(int bytes) {
        window += bytes;
        return window <= Integer.MAX_VALUE;
    }

    /** Sends of each stream in turn, as far as the client's windows and its reading allow. */
    void send() {
        // What is begun here answers here, where handlers run on the event loop.
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
