package vesper.http;

import io.netty.util.collection.IntObjectHashMap;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.ClosedStreams;

/**
 * The streams of one HTTP/2 connection: those that are open, how those before them ended, and the handlers that still
 * run for streams which are gone. Touched by the event loop alone.
 */
final class Http2Streams {
    private final IntObjectHashMap<Http2Stream> open = new IntObjectHashMap<>();
    private final ClosedStreams closed = new ClosedStreams();
    private int last;
    private int orphans;

    /** One that is open, or null. */
    @Nullable
    Http2Stream open(int id) {
        return open.get(id);
    }

    boolean areOpen() {
        return !open.isEmpty();
    }

    /** Whether nothing is asked for, and nobody works on what was. */
    boolean areIdle() {
        return open.isEmpty() && orphans == 0;
    }

    /** Those that are open now, whatever happens to them meanwhile. */
    Http2Stream[] all() {
        return open.values().toArray(Http2Stream[]::new);
    }

    /** The last one that the client has begun. */
    int last() {
        return last;
    }

    /** Whether no client has begun it. */
    boolean isUnbegun(int id) {
        return id > last || id % 2 == 0;
    }

    /** How one ended that is not open. */
    ClosedStreams.How ended(int id) {
        return closed.how(id);
    }

    /** The client begins one, with whatever comes of it. */
    void begun(int id) {
        last = id;
    }

    /** How many count against the bound of those that are served at once. */
    int served() {
        return open.size() + orphans;
    }

    void add(Http2Stream stream) {
        open.put(stream.id, stream);
    }

    /** False where it has left before. */
    boolean leave(Http2Stream stream, boolean resetByUs) {
        if (open.remove(stream.id) == null) return false;
        closed.add(stream.id, resetByUs);
        if (stream.isHandling()) orphans++;
        return true;
    }

    /** We reset one that is not open. */
    void reset(int id) {
        closed.add(id, true);
    }

    void orphanEnded() {
        orphans--;
    }

    /** The client makes more room for the answer of each one; false where that is more than there may be. */
    boolean widen(long bytes) {
        for (Http2Stream stream : open.values()) if (!stream.widen(bytes)) return false;
        return true;
    }
}
