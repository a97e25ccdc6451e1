package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the client was closed before the call ended. */
public final class ClientClosedException extends ClientException {
    private static final long serialVersionUID = 1;

    ClientClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
