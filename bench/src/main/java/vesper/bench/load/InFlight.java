package vesper.bench.load;

/** When the requests that a connection has not had answers to were sent or due: a ring, oldest first, nanoseconds. */
final class InFlight {
    private final long[] startedAt;
    private int oldest;
    private int count;

    InFlight(int capacity) {
        startedAt = new long[capacity];
    }

    int count() {
        return count;
    }

    boolean hasRoom() {
        return count < startedAt.length;
    }

    void add(long nanos) {
        if (!hasRoom()) throw new IllegalStateException("already " + count + " in flight");
        startedAt[(oldest + count) % startedAt.length] = nanos;
        count++;
    }

    long oldestStartedAt() {
        if (count == 0) throw new IllegalStateException("nothing in flight");
        return startedAt[oldest];
    }

    long removeOldest() {
        long nanos = oldestStartedAt();
        oldest = (oldest + 1) % startedAt.length;
        count--;
        return nanos;
    }

    /** For a request whose time counts from the moment its connection stood. */
    void restartOldest(long nanos) {
        if (count > 0) startedAt[oldest] = nanos;
    }

    void clear() {
        count = 0;
        oldest = 0;
    }
}
