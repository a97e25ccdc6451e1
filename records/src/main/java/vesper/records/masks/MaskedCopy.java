package vesper.records.masks;

/**
 * A copy that replaces some ranges. The bytes between them are copied in runs, until the target is full. Reusable; not
 * thread-safe.
 */
final class MaskedCopy implements SecretSink {
    static final byte[] STARS = {'*', '*', '*'};

    private static final byte[] NOTHING = {};

    byte[] source = NOTHING;
    int from;
    int to;

    private byte[] target = NOTHING;
    private int written;
    private int limit;
    /** Position in the source up to which it has been copied or replaced. */
    private int open;

    void start(byte[] newSource, int newFrom, int newTo, byte[] newTarget, int at, int newLimit) {
        source = newSource;
        from = newFrom;
        to = newTo;
        open = newFrom;
        target = newTarget;
        written = at;
        limit = newLimit;
    }

    /** Releases the buffers. */
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

    /** Copies the source up to the range, then writes {@code by} instead of it. */
    @Override
    public void hide(int start, int end, byte[] by) {
        copyUpTo(start);
        write(by, 0, by.length);
        open = end;
    }

    /** Copies the rest. */
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
