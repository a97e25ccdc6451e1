package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the server sends invalid or ambiguous HTTP. The message names the broken rule. */
public final class MalformedResponseException extends ClientException {
    private static final long serialVersionUID = 1;

    MalformedResponseException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
