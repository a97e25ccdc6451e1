package vesper.http.client;

import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.ClosedStreams;

/**
 * The streams of one HTTP/2 connection to a server: calls whose requests have not been sent, those that are open, and
 * how those before them ended. Touched by the event loop alone.
 */
final class CallStreams {
    private final ArrayDeque<Http2Call> held = new ArrayDeque<>();
    private final IntObjectHashMap<Http2Call> open = new IntObjectHashMap<>();
    private final ClosedStreams closed = new ClosedStreams();
    private int next = 1;

    /** One that is open, or null. */
    @Nullable
    Http2Call open(int id) {
        return open.get(id);
    }

    boolean areOpen() {
        return !open.isEmpty();
    }

    /** Whether no call is left, begun or not. */
    boolean areNone() {
        return open.isEmpty() && held.isEmpty();
    }

    /** Every call that is left, whatever happens to them meanwhile. */
    List<Http2Call> all() {
        List<Http2Call> all = new ArrayList<>(open.values());
        all.addAll(held);
        return all;
    }

    /** Whether there is no number left for another one (RFC 9113, section 5.1.1). */
    boolean areUsedUp() {
        return next < 0;
    }

    /** Whether we have not begun it. */
    boolean isUnbegun(int id) {
        return id % 2 == 0 || (!areUsedUp() && id >= next);
    }

    /** How one ended that is not open. */
    ClosedStreams.How ended(int id) {
        return closed.how(id);
    }

    /** Its request waits for the server to read. */
    void hold(Http2Call call) {
        held.add(call);
    }

    boolean areHeld() {
        return !held.isEmpty();
    }

    /** The one that has waited longest, which waits no more. */
    Http2Call nextHeld() {
        return held.removeFirst();
    }

    /** All that wait, which wait no more. */
    List<Http2Call> unbegun() {
        List<Http2Call> unbegun = List.copyOf(held);
        held.clear();
        return unbegun;
    }

    /** Begins the next one, and says which that is. */
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

    /** The server makes more room for the request of each one; false where that is more than there may be. */
    boolean widen(long bytes) {
        for (Http2Call call : open.values()) if (!call.widen(bytes)) return false;
        return true;
    }

    void forget() {
        open.clear();
        held.clear();
    }
}
