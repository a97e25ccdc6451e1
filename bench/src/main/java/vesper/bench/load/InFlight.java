package vesper.bench.load;

/**
 * The unanswered requests of a connection: the times at which each was due and was sent, in nanoseconds, in a ring with
 * the oldest first.
 */
final class InFlight {
    private final long[] startedAt;
    private final long[] sentAt;
    private final boolean[] isHead;
    private int oldest;
    private int count;

    InFlight(int capacity) {
        startedAt = new long[capacity];
        sentAt = new long[capacity];
        isHead = new boolean[capacity];
    }

    int count() {
        return count;
    }

    boolean hasRoom() {
        return count < startedAt.length;
    }

    /**
     * Adds a request.
     *
     * @param started start of its latency
     * @param asksForHead true for HEAD, whose response has no body
     */
    void add(long started, long sent, boolean asksForHead) {
        if (!hasRoom()) throw new IllegalStateException("already " + count + " in flight");
        int at = (oldest + count) % startedAt.length;
        startedAt[at] = started;
        sentAt[at] = sent;
        isHead[at] = asksForHead;
        count++;
    }

    long oldestStartedAt() {
        if (count == 0) throw new IllegalStateException("nothing in flight");
        return startedAt[oldest];
    }

    boolean oldestIsHead() {
        return count > 0 && isHead[oldest];
    }

    long oldestSentAt() {
        if (count == 0) throw new IllegalStateException("nothing in flight");
        return sentAt[oldest];
    }

    long removeOldest() {
        long nanos = oldestStartedAt();
        oldest = (oldest + 1) % startedAt.length;
        count--;
        return nanos;
    }

    /** Sets the sending time of a request that had to wait for its connection to open. */
    void sendOldest(long nanos) {
        if (count > 0) sentAt[oldest] = nanos;
    }

    /** Restarts the latency of a request, which then excludes the time to connect. */
    void restartOldest(long nanos) {
        if (count > 0) startedAt[oldest] = nanos;
    }

    void clear() {
        count = 0;
        oldest = 0;
    }
}
