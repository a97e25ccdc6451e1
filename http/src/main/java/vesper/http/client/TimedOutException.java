package vesper.http.client;

import java.time.Duration;

/** A wait was longer than its bound; {@link #phase} says which, the message also for how long. */
public final class TimedOutException extends ClientException {
    private static final long serialVersionUID = 1;

    /** What was waited for. */
    public enum Phase {
        /** A TCP connection, or the settings with which a server begins HTTP/2. */
        CONNECT,
        /** The TLS handshake. */
        TLS,
        /** The first byte of the answer, after the request was sent. */
        FIRST_BYTE,
        /** Any byte in either direction in the middle of a call. */
        IDLE,
        /** The end of the whole call. */
        TOTAL
    }

    private final Phase phase;
    private final Duration bound;

    TimedOutException(Phase phase, Duration bound, String message) {
        super(message, null);
        this.phase = phase;
        this.bound = bound;
    }

    public Phase phase() {
        return phase;
    }

    /** How long was waited. */
    public Duration bound() {
        return bound;
    }

    @Override
    boolean nothingWasDone() {
        return phase == Phase.CONNECT || phase == Phase.TLS;
    }
}
