package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the server sends invalid or ambiguous HTTP. The message names the broken rule. */
public final class MalformedAnswerException extends ClientException {
    private static final long serialVersionUID = 1;

    MalformedAnswerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
