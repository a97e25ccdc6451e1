package vesper.http;

/**
 * The share of the heap that one kind of data may take, for all requests together, even if its setting allows more.
 * Each share is a constant next to what it bounds. A test of the launcher adds them up, since a server must survive all
 * of them in full use at once, with room left for everything else and for garbage not collected yet.
 *
 * @param thirtySeconds share in 32nds of the heap
 */
public record HeapShare(int thirtySeconds) {
    private static final int WHOLE = 32;

    public HeapShare {
        if (thirtySeconds < 1 || thirtySeconds > WHOLE)
            throw new IllegalArgumentException("no share: " + thirtySeconds + "/" + WHOLE);
    }

    /** Returns the share of this JVM's heap. */
    public long bytes() {
        return of(Runtime.getRuntime().maxMemory());
    }

    public long of(long heapBytes) {
        return heapBytes / WHOLE * thirtySeconds;
    }

    public double fraction() {
        return (double) thirtySeconds / WHOLE;
    }
}
