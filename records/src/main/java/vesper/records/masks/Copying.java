package vesper.records.masks;

/**
 * One copy that leaves things out: bytes of the source go to the target in runs as long as possible, up to where the
 * target ends. Used again and again by one thread.
 */
final class Copying implements Hiding {
    static final byte[] STARS = {'*', '*', '*'};

    private static final byte[] NOTHING = {};

    byte[] source = NOTHING;
    int from;
    int to;

    private byte[] target = NOTHING;
    private int written;
    private int limit;
    /** From here on the source was neither copied nor left out yet. */
    private int open;

    void begin(byte[] newSource, int newFrom, int newTo, byte[] newTarget, int at, int newLimit) {
        source = newSource;
        from = newFrom;
        to = newTo;
        open = newFrom;
        target = newTarget;
        written = at;
        limit = newLimit;
    }

    /** Nothing of the buffers is held on to. */
    void end() {
        source = NOTHING;
        target = NOTHING;
    }

    int written() {
        return written;
    }

    @Override
    public boolean isFull() {
        return written == limit;
    }

    /** Writes this in the place of a range of the source, after all that stands before it. */
    @Override
    public void hide(int start, int end, byte[] by) {
        copyUpTo(start);
        write(by, 0, by.length);
        open = end;
    }

    /** Copies what is left. */
    void finish() {
        copyUpTo(to);
    }

    private void copyUpTo(int end) {
        if (end > open) write(source, open, end - open);
        open = Math.max(open, end);
    }

    private void write(byte[] bytes, int start, int length) {
        int fitting = Math.min(length, limit - written);
        System.arraycopy(bytes, start, target, written, fitting);
        written += fitting;
    }
}
