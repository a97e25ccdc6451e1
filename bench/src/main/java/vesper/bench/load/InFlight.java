package vesper.bench.load;

/** When the requests that a connection has not had answers to were due, and sent: a ring, oldest first, nanoseconds. */
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
     * @param started from when its latency counts
     * @param asksForHead whether its answer has no body
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

    /** For a request that could only be sent once its connection stood. */
    void sendOldest(long nanos) {
        if (count > 0) sentAt[oldest] = nanos;
    }

    /** For a request whose time counts from that moment. */
    void restartOldest(long nanos) {
        if (count > 0) startedAt[oldest] = nanos;
    }

    void clear() {
        count = 0;
        oldest = 0;
    }
}
