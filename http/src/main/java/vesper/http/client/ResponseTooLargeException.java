package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when a part of a response exceeds the client's limit for it. The message names both. */
public final class ResponseTooLargeException extends ClientException {
    private static final long serialVersionUID = 1;

    ResponseTooLargeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
