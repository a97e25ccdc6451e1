package vesper.http;

/**
 * The part of the heap that something may take, of all requests together, however much its setting would allow. Each is
 * a constant beside what it bounds; a test of the launcher adds them up, since a server has to live with all of them
 * taken at once: beside them there must be room for everything else, and for what is not collected yet.
 *
 * @param thirtySeconds of the heap
 */
public record HeapShare(int thirtySeconds) {
    private static final int WHOLE = 32;

    public HeapShare {
        if (thirtySeconds < 1 || thirtySeconds > WHOLE)
            throw new IllegalArgumentException("no share: " + thirtySeconds + "/" + WHOLE);
    }

    /** Of this JVM's heap. */
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
