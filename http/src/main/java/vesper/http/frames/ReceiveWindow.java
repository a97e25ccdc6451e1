package vesper.http.frames;

/**
 * A flow-control window: how much content the peer may send before it gets more credit (RFC 9113, section 5.2). Credit
 * is returned in steps of half the window, since a WINDOW_UPDATE for each piece would cost more than the piece.
 */
public final class ReceiveWindow {
    private final int bytes;
    private int left;
    private int owed;

    public ReceiveWindow(int bytes) {
        this.bytes = bytes;
        this.left = bytes;
    }

    /** Subtracts content that arrived, padding included. Returns false if it exceeds the window. */
    public boolean takes(int count) {
        left -= count;
        return left >= 0;
    }

    /**
     * Notes that content was consumed.
     *
     * @return the increment to send in a WINDOW_UPDATE, or 0 for no update yet
     */
    public int giveBack(int count) {
        owed += count;
        if (owed < bytes / 2) return 0;
        int room = owed;
        owed = 0;
        left += room;
        return room;
    }

    public boolean hasRoom() {
        return left > 0;
    }
}
