package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when a connection was refused or the host is unreachable. The message names the addresses tried. */
public final class NotConnectedException extends ClientException {
    private static final long serialVersionUID = 1;

    NotConnectedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    boolean nothingWasDone() {
        return true;
    }
}
