package vesper.http.client;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when too many calls wait for a connection to this server, or too many lookups for name servers. The message
 * names the limit.
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
