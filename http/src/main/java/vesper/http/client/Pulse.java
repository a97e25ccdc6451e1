package vesper.http.client;

/**
 * Whether a server that many calls share a connection to is still there. One that is gone without a word would let call
 * after call wait for it; so it is asked, by a PING, when it was silent for half of {@link ClientTimeouts#idle} while
 * calls wait or when one ran out of time, and is gone if nothing at all is heard within {@link ClientTimeouts#connect}.
 */
final class Pulse {
    enum State {
        THERE,
        /** It is to be asked now. */
        SILENT,
        GONE
    }

    private final long silentNanos;
    private final long patienceNanos;

    private long beats;
    private long beatsBefore;
    private long heardAt = System.nanoTime();
    private boolean asked;
    private long askedAt;

    Pulse(ClientTimeouts timeouts) {
        this.silentNanos = timeouts.idle().toNanos() / 2;
        this.patienceNanos = timeouts.connect().toNanos();
    }

    /** Something was heard. */
    void heard() {
        beats++;
    }

    /** How often something was heard. */
    long beats() {
        return beats;
    }

    /** Whether it is to be asked now, which it is then: not where it is asked already. */
    boolean asks(long now) {
        if (asked) return false;
        asked = true;
        askedAt = now;
        beatsBefore = beats;
        return true;
    }

    /** Called ten times a second. */
    State check(long now, boolean callsWait) {
        if (beats != beatsBefore) {
            beatsBefore = beats;
            heardAt = now;
            asked = false;
            return State.THERE;
        }
        if (asked) return now - askedAt > patienceNanos ? State.GONE : State.THERE;
        if (!callsWait || now - heardAt <= silentNanos) return State.THERE;
        asks(now);
        return State.SILENT;
    }
}
