package vesper.http.frames;

/**
 * How much content the other end of a connection may send before it is given room for more (RFC 9113, section 5.2).
 * Room is given back by the half, since a frame for each piece would cost more than the piece.
 */
public final class ReceiveWindow {
    private final int bytes;
    private int left;
    private int owed;

    public ReceiveWindow(int bytes) {
        this.bytes = bytes;
        this.left = bytes;
    }

    /** Content comes, and padding, which counts as well; false where there was no room for it. */
    public boolean takes(int count) {
        left -= count;
        return left >= 0;
    }

    /**
     * Content was taken in.
     *
     * @return for how much the other end is to be told that there is room again, or 0
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
