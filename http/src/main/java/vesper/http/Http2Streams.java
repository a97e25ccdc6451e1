package vesper.http;

import io.netty.util.collection.IntObjectHashMap;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.ClosedStreams;

/**
 * The streams of one HTTP/2 connection: the open ones, how recent ones were closed, and orphans, which are handlers
 * that still run for closed streams. Used by the event loop only.
 */
final class Http2Streams {
    private final IntObjectHashMap<Http2Stream> open = new IntObjectHashMap<>();
    private final ClosedStreams closed = new ClosedStreams();
    private int last;
    private int orphans;

    /** Returns an open stream, or null. */
    @Nullable
    Http2Stream open(int id) {
        return open.get(id);
    }

    boolean areOpen() {
        return !open.isEmpty();
    }

    /** Returns whether there are neither open streams nor orphans. */
    boolean areIdle() {
        return open.isEmpty() && orphans == 0;
    }

    /** Returns a snapshot of the open streams. */
    Http2Stream[] all() {
        return open.values().toArray(Http2Stream[]::new);
    }

    /** Returns the highest stream that the client has opened. */
    int last() {
        return last;
    }

    /** Returns whether the client has never opened this stream. */
    boolean isUnopened(int id) {
        return id > last || id % 2 == 0;
    }

    /** Returns how a stream that is not open was closed. */
    ClosedStreams.How ended(int id) {
        return closed.how(id);
    }

    /** Records that the client opened a stream, whether or not it is served. */
    void markOpened(int id) {
        last = id;
    }

    /** Returns the number of streams that count against the limit. */
    int served() {
        return open.size() + orphans;
    }

    void add(Http2Stream stream) {
        open.put(stream.id, stream);
    }

    /** Removes a stream. Returns false if it was removed before. */
    boolean leave(Http2Stream stream, boolean resetByUs) {
        if (open.remove(stream.id) == null) return false;
        closed.add(stream.id, resetByUs);
        if (stream.isHandling()) orphans++;
        return true;
    }

    /** Records that we reset a stream that is not open. */
    void reset(int id) {
        closed.add(id, true);
    }

    void orphanEnded() {
        orphans--;
    }

    /** Widens the send window of every open stream. Returns false if one becomes larger than allowed. */
    boolean widen(long bytes) {
        for (Http2Stream stream : open.values()) if (!stream.widen(bytes)) return false;
        return true;
    }
}
