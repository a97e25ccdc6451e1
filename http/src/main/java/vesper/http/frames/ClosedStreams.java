package vesper.http.frames;

/**
 * The most recently closed streams of an HTTP/2 connection and how each was closed, which decides what frames may still
 * arrive for it.
 */
public final class ClosedStreams {
    private static final int REMEMBERED = 256;

    public enum How {
        /** Both sides have ended it, or the peer reset it. */
        BY_PEER,
        /** We reset it; the peer may not have received the reset yet. */
        RESET_BY_US,
        /** Never opened, or closed too long ago to be remembered. */
        UNKNOWN
    }

    private final int[] ids = new int[REMEMBERED];
    private final boolean[] resetByUs = new boolean[REMEMBERED];
    private int next;

    public void add(int id, boolean wasResetByUs) {
        ids[next] = id;
        resetByUs[next] = wasResetByUs;
        next = (next + 1) % REMEMBERED;
    }

    public How how(int id) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (ids[i] == id) return resetByUs[i] ? How.RESET_BY_US : How.BY_PEER;
        }
        return How.UNKNOWN;
    }
}
