package vesper.http.frames;

/** The last streams of an HTTP/2 connection that were closed, and how: what may still come for them depends on that. */
public final class ClosedStreams {
    private static final int REMEMBERED = 256;

    public enum How {
        /** Both sides have said all, or the other one has reset it. */
        BY_PEER,
        /** We have reset it, and the other side may not have known of it yet. */
        RESET_BY_US,
        /** Never opened, or longer ago than anybody remembers. */
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
