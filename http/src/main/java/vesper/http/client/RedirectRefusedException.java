package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when a redirect is not followed: too many hops, a loop, https to http, or an unusable target. */
public final class RedirectRefusedException extends ClientException {
    private static final long serialVersionUID = 1;

    RedirectRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
