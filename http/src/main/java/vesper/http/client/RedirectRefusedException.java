package vesper.http.client;

import org.jspecify.annotations.Nullable;

/**
 * The server sent the call elsewhere and it did not follow: too many hops, a loop, https to http, or no usable target.
 */
public final class RedirectRefusedException extends ClientException {
    private static final long serialVersionUID = 1;

    RedirectRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
