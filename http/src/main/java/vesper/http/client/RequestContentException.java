package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the content of a request could not be read, or differs from its declared length. */
public final class RequestContentException extends ClientException {
    private static final long serialVersionUID = 1;

    RequestContentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
