package vesper.http.client;

import org.jspecify.annotations.Nullable;

/**
 * As many calls as may already wait for a connection to this server, or look-ups for name servers; the message names
 * the bound.
 */
public final class TooManyWaitingException extends ClientException {
    private static final long serialVersionUID = 1;

    TooManyWaitingException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    boolean nothingWasDone() {
        return true;
    }
}
