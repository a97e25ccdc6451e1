package vesper.http.client;

import java.time.Duration;

/** Thrown when a timeout has elapsed; {@link #phase} tells which, and the message also names its duration. */
public final class TimedOutException extends ClientException {
    private static final long serialVersionUID = 1;

    /** The wait that timed out. */
    public enum Phase {
        /** The TCP connection, or the server's first HTTP/2 SETTINGS. */
        CONNECT,
        /** The TLS handshake. */
        TLS,
        /** The first byte of the response, after the request was sent. */
        FIRST_BYTE,
        /** Any byte in either direction during a call. */
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

    /** Returns the timeout that elapsed. */
    public Duration bound() {
        return bound;
    }

    @Override
    boolean nothingWasDone() {
        return phase == Phase.CONNECT || phase == Phase.TLS;
    }
}
