package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** The server closed or reset the connection before its answer was whole; the message says how far it had come. */
public final class ConnectionLostException extends ClientException {
    private static final long serialVersionUID = 1;

    ConnectionLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
