package vesper.http.client;

import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.ClosedStreams;

/**
 * The streams of one HTTP/2 connection to a server: calls whose requests are held back, open ones, and how recent ones
 * were closed. Used by the event loop only.
 */
final class CallStreams {
    private final ArrayDeque<Http2Call> held = new ArrayDeque<>();
    private final IntObjectHashMap<Http2Call> open = new IntObjectHashMap<>();
    private final ClosedStreams closed = new ClosedStreams();
    private int next = 1;

    /** Returns an open stream, or null. */
    @Nullable
    Http2Call open(int id) {
        return open.get(id);
    }

    boolean areOpen() {
        return !open.isEmpty();
    }

    /** Returns whether no calls remain, neither open nor held back. */
    boolean isEmpty() {
        return open.isEmpty() && held.isEmpty();
    }

    /** Returns a snapshot of all remaining calls. */
    List<Http2Call> all() {
        List<Http2Call> all = new ArrayList<>(open.values());
        all.addAll(held);
        return all;
    }

    /** Returns whether all stream numbers are used (RFC 9113, section 5.1.1). */
    boolean areUsedUp() {
        return next < 0;
    }

    /** Returns whether we never opened this stream. */
    boolean isUnopened(int id) {
        return id % 2 == 0 || (!areUsedUp() && id >= next);
    }

    /** Returns how a stream that is not open was closed. */
    ClosedStreams.How ended(int id) {
        return closed.how(id);
    }

    /** Holds a call back until the server reads. */
    void hold(Http2Call call) {
        held.add(call);
    }

    boolean areHeld() {
        return !held.isEmpty();
    }

    /** Removes and returns the call that was held back first. */
    Http2Call nextHeld() {
        return held.removeFirst();
    }

    /** Removes and returns all calls held back. */
    List<Http2Call> takeHeld() {
        List<Http2Call> unbegun = List.copyOf(held);
        held.clear();
        return unbegun;
    }

    /** Opens the next stream and returns its number. */
    int begin(Http2Call call) {
        int id = next;
        next += 2;
        open.put(id, call);
        return id;
    }

    void leave(Http2Call call, boolean resetByUs) {
        if (call.id() == 0) {
            held.remove(call);
        } else {
            open.remove(call.id());
            closed.add(call.id(), resetByUs);
        }
    }

    /** Widens the send window of every open stream. Returns false if one becomes larger than allowed. */
    boolean widen(long bytes) {
        for (Http2Call call : open.values()) if (!call.widen(bytes)) return false;
        return true;
    }

    void forget() {
        open.clear();
        held.clear();
    }
}
