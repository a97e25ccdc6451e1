package vesper.http.client;

/**
 * A liveness check for the server of a connection that many calls share. A server that has silently gone would let call
 * after call wait. So a PING is sent when calls are waiting and nothing was received for half of
 * {@link ClientTimeouts#idle}, or when a call has timed out. The server counts as gone if nothing is received within
 * {@link ClientTimeouts#connect}.
 */
final class Pulse {
    enum State {
        THERE,
        /** A PING must be sent now. */
        SILENT,
        GONE
    }

    private final long silentNanos;
    private final long patienceNanos;

    private long beats;
    private long beatsBefore;
    private long heardAt = System.nanoTime();
    private boolean isProbing;
    private long probedAt;

    Pulse(ClientTimeouts timeouts) {
        this.silentNanos = timeouts.idle().toNanos() / 2;
        this.patienceNanos = timeouts.connect().toNanos();
    }

    /** Records received input. */
    void heard() {
        beats++;
    }

    /** Returns the number of inputs so far. */
    long beats() {
        return beats;
    }

    /** Starts a probe, unless one is running. Returns whether to send a PING. */
    boolean startProbe(long now) {
        if (isProbing) return false;
        isProbing = true;
        probedAt = now;
        beatsBefore = beats;
        return true;
    }

    /** Called ten times a second. */
    State check(long now, boolean callsWait) {
        if (beats != beatsBefore) {
            beatsBefore = beats;
            heardAt = now;
            isProbing = false;
            return State.THERE;
        }
        if (isProbing) return now - probedAt > patienceNanos ? State.GONE : State.THERE;
        if (!callsWait || now - heardAt <= silentNanos) return State.THERE;
        startProbe(now);
        return State.SILENT;
    }
}
