package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** The server closed or reset the connection before its answer was whole; the message says how far it had come. */
public final class ConnectionLostException extends ClientException {
    private static final long serialVersionUID = 1;

    /** Whether it is certain that the server has done nothing for the request. */
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
