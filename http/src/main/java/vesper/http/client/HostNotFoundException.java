package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the host has no known address. */
public final class HostNotFoundException extends ClientException {
    private static final long serialVersionUID = 1;

    HostNotFoundException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    boolean nothingWasDone() {
        return true;
    }
}
