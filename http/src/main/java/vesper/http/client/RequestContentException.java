package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** The content of the request could not be read, or was longer or shorter than it was said to be. */
public final class RequestContentException extends ClientException {
    private static final long serialVersionUID = 1;

    RequestContentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
