package vesper.http;

import java.io.IOException;

/**
 * Thrown when the client closed the connection before its request or its response was complete. It is no fault of the
 * server.
 */
public final class ClientGoneException extends IOException {
    private static final long serialVersionUID = 1;

    ClientGoneException(String message) {
        super(message);
    }
}
