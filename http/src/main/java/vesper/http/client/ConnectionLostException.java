package vesper.http.client;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server closed or reset the connection before its response was complete. The message says how much had
 * arrived.
 */
public final class ConnectionLostException extends ClientException {
    private static final long serialVersionUID = 1;

    /** True if the server has certainly not processed the request. */
    private final boolean unprocessed;

    ConnectionLostException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private ConnectionLostException(String message, @Nullable Throwable cause, boolean unprocessed) {
        super(message, cause);
        this.unprocessed = unprocessed;
    }

    static ConnectionLostException unprocessed(String message) {
        return new ConnectionLostException(message, null, true);
    }

    @Override
    boolean nothingWasDone() {
        return unprocessed;
    }
}
