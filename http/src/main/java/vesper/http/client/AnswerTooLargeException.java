package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** A part of the answer is larger than the client's limit for it; the message names both. */
public final class AnswerTooLargeException extends ClientException {
    private static final long serialVersionUID = 1;

    AnswerTooLargeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
